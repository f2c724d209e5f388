import fc from 'fast-check';
import { Tester, parse } from 'scim2-parse-filter';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { ENTERPRISE_SCHEMA, connectProvider, newUser } from './testing/provider.ts';
import type { Provider, Resource } from './testing/provider.ts';

let server: TestServer;
let provider: Provider;
let users: Resource[];
beforeAll(async () => {
  server = await startTestServer();
  const cast = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = -1');
  provider = await connectProvider(server, cast);
  for (const values of fc.sample(fc.record(VALUES, { requiredKeys: [] }), { numRuns: 40, seed: 7 }))
    await provider.done('POST', '/Users', newUser({ name: undefined, ...values, externalId: undefined }));
  users = (await provider.done<{ Resources: Resource[] }>('GET', '/Users?count=200')).Resources;
});
afterAll(() => server.close());

// Few, so that filters find something; in small letters, since the parser's matcher knows no other comparison.
const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'bc', "o'b", '%', 'a_b', 'ñ', 'a b');
const part = fc.record(
  { value: word, type: fc.constantFrom('work', 'home'), primary: fc.boolean() },
  { requiredKeys: ['value'] },
);
const VALUES = {
  title: word,
  displayName: word,
  nickName: word,
  active: fc.boolean(),
  name: fc.record({ givenName: word, familyName: word }, { requiredKeys: ['givenName'] }),
  phoneNumbers: fc.array(part, { maxLength: 3 }),
  ims: fc.array(part, { maxLength: 2 }),
  [ENTERPRISE_SCHEMA]: fc.record({ department: word, division: word }, { requiredKeys: [] }),
};

const texts = fc.constantFrom(
  'title',
  'displayName',
  'nickName',
  'name.givenName',
  'name.familyName',
  'phoneNumbers.value',
  'phoneNumbers.type',
  'ims.value',
  'NAME.familyname',
  `${ENTERPRISE_SCHEMA}:department`,
  'unheardOf',
);
const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
const compared = (path: fc.Arbitrary<string>) =>
  fc
    .tuple(path, fc.constantFrom(...OPERATORS), word)
    .map(([at, op, value]) => `${at} ${op} ${JSON.stringify(value)}`);
const flag = (path: string) =>
  fc.tuple(fc.constantFrom('eq', 'ne'), fc.boolean()).map(([op, value]) => `${path} ${op} ${value}`);
const inside = fc.oneof(compared(fc.constantFrom('value', 'type')), flag('primary'), fc.constant('type pr'));
const leaf = fc.oneof(
  { weight: 4, arbitrary: compared(texts) },
  flag('active'),
  fc.constantFrom(
    'title pr',
    'name pr',
    'phoneNumbers pr',
    'ims.primary pr',
    'name.familyName pr',
    'active pr',
  ),
  fc
    .tuple(fc.constantFrom('phoneNumbers', 'ims'), fc.constantFrom(' and ', ' or '), inside, inside)
    .map(([path, joint, one, other]) => `${path}[${one}${joint}${other}]`),
);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('tree'), fc.constantFrom(' and ', ' or '), tie('tree'))
      .map(([one, joint, other]) => one + joint + other),
    tie('tree').map((one) => `(${one})`),
    tie('tree').map((one) => `not (${one})`),
  ),
}));

/** The matcher of the parser, for which what is in brackets has to be so of one value, as RFC 7644 has it, and not of some. */
class ByValue extends Tester {
  override attrTest(path: string[], resource: unknown, op: (value: unknown) => boolean): boolean {
    if (path.length === 0 && Array.isArray(resource)) return resource.some((one) => op(one));
    return super.attrTest(path, resource, op);
  }
}

// SCIM10
test('what SQL finds is what the matcher of the parser finds, for any filter', async () => {
  let found_some = 0;
  await fc.assert(
    fc.asyncProperty(tree, async (filter) => {
      fc.pre(filter.length < 1_500);
      const { Resources, totalResults } = await provider.done<{
        Resources: Resource[];
        totalResults: number;
      }>('GET', `/Users?count=200&attributes=id&filter=${encodeURIComponent(filter)}`);
      const read = parse(filter);
      const expected = users.filter((user) => new ByValue().test(user, read)).map(({ id }) => id);
      expect([filter, Resources.map(({ id }) => id).sort()]).toEqual([filter, expected.sort()]);
      expect(totalResults).toBe(expected.length);
      if (expected.length > 0 && expected.length < users.length) found_some += 1;
    }),
    { numRuns: 300 },
  );
  expect(found_some).toBeGreaterThan(50);
});
