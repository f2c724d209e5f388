import { randomInt } from 'node:crypto';
import type { ErrorBody } from '@atalaya/contract/errors';
import { may, mayNow } from '@atalaya/contract/permissions';
import type { Route } from '@atalaya/contract/route';
import type { z } from 'zod';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  NOBODY,
  addressOf,
  allRoutes,
  examplesOf,
  refusalOf,
  schemaOfInput,
  textFields,
  unboundedTexts,
} from './platform/testing/contract-walk.ts';
import { knockAtLive } from './platform/testing/live-streams.ts';
import { startTestServer } from './platform/testing/server.ts';
import type { Cast, TestServer } from './platform/testing/server.ts';

let server: TestServer;
let cast: Cast;
const IDENTITIES = ['super_admin', 'admin', 'user', 'stranger'] as const;
/** Generated inputs for each route. */
const CASES = Number(process.env['CASES'] ?? 6);
/** Another one each time; SEED=… makes the inputs of an earlier run again. */
const SEED = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const closed = allRoutes.filter(({ route }) => route.access !== 'public');

beforeAll(async () => {
  process.stdout.write(`inputs are generated with SEED=${SEED}\n`);
  // Development routes exist in demo mode only.
  server = await startTestServer({ env: { DEMO: '1' } });
  // Its people are the demo's, as if they had come after it: the routes of the demo are walked too.
  await server.database.pool.query('update installation set is_demo = true');
  cast = await server.makeCast();
});
afterAll(() => server.close());

/** Sends what no route takes, so that nothing changes wherever it gets through. */
const knock = (route: Route, cookie?: string) =>
  route.eventStream
    ? knockAtLive(server, cookie)
    : server.send({
        method: route.method,
        url: addressOf(route),
        ...(route.body ? { payload: { no_such_field: 1 } } : {}),
        ...(cookie ? { cookie } : {}),
      });

/** A person whom the contract lets through. */
const insider = (route: Route) =>
  route.access === 'public'
    ? undefined
    : cast[IDENTITIES.find((who) => refusalOf(route, whoIs(who)) === null) ?? 'super_admin'].cookie;

const whoIs = (who: (typeof IDENTITIES)[number]) => ({
  role: who === 'stranger' ? ('user' as const) : who,
  organization_id: who === 'admin' || who === 'user' ? cast.organization.id : null,
});

const problemsOf = (body: ErrorBody) => (body.fields ?? []).map(({ field, code }) => `${field} ${code}`);

describe('the routes are the contract', () => {
  // T1
  test('every registered route is in the contract, a few named ones aside', () => {
    const outside = server.app.registered.filter(({ contract, method }) => !contract && method !== 'HEAD');
    expect(outside.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'DELETE /scim/v2/Groups/:id',
      'DELETE /scim/v2/Users/:id',
      'GET /.well-known/jwks.json',
      'GET /.well-known/oauth-authorization-server',
      'GET /.well-known/oauth-protected-resource',
      'GET /.well-known/oauth-protected-resource/mcp',
      'GET /api/docs',
      'GET /api/docs/reference.css',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/openapi.json',
      'GET /api/providers/apple/callback',
      'GET /api/providers/facebook/callback',
      'GET /api/providers/google/callback',
      'GET /api/providers/microsoft/callback',
      'GET /api/sso/:id/saml',
      'GET /api/sso/:id/saml/logout',
      'GET /api/sso/:id/start',
      'GET /api/sso/callback',
      'GET /api/sso/saml/certificate',
      'GET /api/sso/saml/return',
      'GET /avatar/',
      'GET /avatar/:picture',
      'GET /avatars/:person/:picture/:name',
      'GET /metrics',
      'GET /scim/v2/Groups',
      'GET /scim/v2/Groups/',
      'GET /scim/v2/Groups/:id',
      'GET /scim/v2/ResourceTypes',
      'GET /scim/v2/ResourceTypes/:id',
      'GET /scim/v2/Schemas',
      'GET /scim/v2/Schemas/:id',
      'GET /scim/v2/ServiceProviderConfig',
      'GET /scim/v2/Users',
      'GET /scim/v2/Users/',
      'GET /scim/v2/Users/:id',
      'PATCH /scim/v2/Groups/:id',
      'PATCH /scim/v2/Users/:id',
      'POST /api/providers/apple/callback',
      'POST /api/sso/:id/logout',
      'POST /api/sso/:id/saml/acs',
      'POST /mcp',
      'POST /oauth/register',
      'POST /oauth/revoke',
      'POST /oauth/token',
      'POST /scim/v2/.search',
      'POST /scim/v2/Bulk',
      'POST /scim/v2/Groups',
      'POST /scim/v2/Groups/.search',
      'POST /scim/v2/Users',
      'POST /scim/v2/Users/.search',
      'PUT /scim/v2/Groups/:id',
      'PUT /scim/v2/Users/:id',
    ]);
  });

  // T1
  test('every route of the contract is registered once', () => {
    const registered = server.app.registered.flatMap(({ contract, method }) =>
      contract && method !== 'HEAD' ? [`${method} ${contract.path}`] : [],
    );
    expect(registered.sort()).toEqual(allRoutes.map(({ route }) => `${route.method} ${route.path}`).sort());
  });
});

describe.each(closed)('$name', ({ route }) => {
  // T1
  test('nobody gets 401', async () => {
    const reply = await knock(route);
    expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([401, 'session.required']);
  });

  // T1, T15
  test.each(IDENTITIES)('%s gets what the table of permissions says', async (who) => {
    const reply = await knock(route, cast[who].cookie);
    const code = reply.statusCode === 403 ? reply.json<ErrorBody>().code : null;
    expect(code).toBe(refusalOf(route, whoIs(who)));
    expect(reply.statusCode).not.toBe(401);
    expect(reply.statusCode).toBeLessThan(500);
  });
});

// docs/product.md, rule 9 of permissions
test('people of a canceled organization read, and change nothing but what is theirs', async () => {
  const { id } = await server.makeOrganization({ subscription_status: 'canceled' });
  const { cookie } = await server.makePerson({ role: 'admin', organization_id: id });
  const statuses = await Promise.all(
    [
      server.send({ url: '/api/users', cookie }),
      server.send({ method: 'PATCH', url: '/api/profile', payload: { language: 'es' }, cookie }),
    ].map(async (reply) => (await reply).statusCode),
  );
  expect(statuses).toEqual([200, 200]);
  const written = await server.send({ method: 'POST', url: '/api/users', payload: {}, cookie });
  expect([written.statusCode, written.json<ErrorBody>().code]).toEqual([403, 'organization.read_only']);
});

// docs/product.md, rule 9 of permissions
test('what the screens offer people of a canceled organization is what they may change', async () => {
  const { id } = await server.makeOrganization({ subscription_status: 'canceled' });
  const { cookie } = await server.makePerson({ role: 'admin', organization_id: id });
  const who = { role: 'admin', organization_id: id, organization_status: 'canceled' } as const;
  for (const { route } of closed) {
    const { access, method, path } = route;
    if (method === 'GET' || access === 'public' || access === 'signed_in' || !may(who, access)) continue;
    const reply = await knock(route, cookie);
    const isRefused = reply.statusCode === 403 && reply.json<ErrorBody>().code === 'organization.read_only';
    expect([method, path, isRefused]).toEqual([method, path, !mayNow(who, access)]);
  }
});

describe.each(allRoutes)('$name', ({ route }) => {
  // T8, V3
  test('refuses fields that it does not know', async () => {
    const reply = await server.send({
      method: route.method,
      url: `${addressOf(route)}?no_such_key=1`,
      ...(route.body ? { payload: { no_such_field: 1, role_: 'super_admin' } } : {}),
      ...signedIn(route),
    });
    expect(reply.statusCode).toBe(400);
    expect(problemsOf(reply.json())).toEqual(
      expect.arrayContaining([
        'query.no_such_key unknown',
        ...(route.body ? ['body.no_such_field unknown', 'body.role_ unknown'] : []),
      ]),
    );
  });

  // V1
  test('bounds every text', async () => {
    for (const part of ['params', 'query', 'body'] as const) {
      const shape = route[part];
      if (!shape) continue;
      expect(unboundedTexts(schemaOfInput(shape), part)).toEqual([]);
    }
    const fields = route.body ? textFields(schemaOfInput(route.body)) : [];
    if (fields.length === 0) return;
    const reply = await server.send({
      method: route.method,
      url: addressOf(route),
      payload: Object.fromEntries(fields.map(({ name, max }) => [name, 'a'.repeat(max + 1)])),
      ...signedIn(route),
    });
    expect(reply.statusCode).toBe(400);
    expect(problemsOf(reply.json())).toEqual(
      expect.arrayContaining(fields.map(({ name }) => `body.${name} too_long`)),
    );
  });

  // V2
  test('answers bad input with a refusal, never with a fault', async () => {
    for (const request of badRequests(route)) {
      const reply = await server.send({ method: route.method, ...signedIn(route), ...request });
      expect({ request, kind: Math.floor(reply.statusCode / 100) }).toEqual({ request, kind: 4 });
    }
  });
});

// V2: more of them by the task `long-tests`
describe.each(allRoutes.filter(({ route }) => !route.eventStream))('$name', ({ route }) => {
  test(
    'answers generated input without a fault',
    async () => {
      const json = { 'content-type': 'application/json' };
      const input = fc.record({
        params: fc.option(hostile),
        query: inputFor(route.query),
        body: inputFor(route.body),
      });
      const property = fc.asyncProperty(input, async ({ params, query, body }) => {
        const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, asText(value)]));
        const url =
          params === null ? addressOf(route) : addressOf(route).replaceAll(NOBODY, asSegment(params));
        const reply = await server.send({
          method: route.method,
          url: `${url}?${search.toString()}`,
          ...(route.body ? { payload: JSON.stringify(body), headers: json } : {}),
          ...signedIn(route),
        });
        expect(reply.statusCode).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns: CASES, seed: SEED });
    },
    60_000 + 200 * CASES,
  );
});

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const asSegment = (value: unknown) => encodeURIComponent(asText(value).toWellFormed()) || '%20';

/** What a part of a request may hold: each field is what its shape takes, or anything, or missing. */
function inputFor(shape: z.ZodType | undefined): fc.Arbitrary<Record<string, unknown>> {
  const fields = shape ? (schemaOfInput(shape).properties ?? {}) : {};
  return fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([key, schema]) => [
        key,
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...examplesOf(schema)) },
          { weight: 1, arbitrary: hostile },
        ),
      ]),
    ),
    { requiredKeys: Object.keys(fields).filter((_key, at) => at % 4 !== 3) },
  );
}

const signedIn = (route: Route) => {
  const cookie = insider(route);
  return cookie ? { cookie } : {};
};

const hostile = fc.oneof(
  fc.constantFrom(
    null,
    '',
    '\u0000',
    '\ud800',
    'ñ\u0301',
    Number.POSITIVE_INFINITY,
    -0,
    2 ** 53,
    [],
    {},
    ['\u0000'],
    { __proto__: null },
    true,
  ),
  fc.constantFrom(
    'page',
    '-1',
    '1e3',
    '99999999999999999999',
    "' or 1=1 --",
    '%',
    '\\',
    'a\r\nb',
    'super_admin',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 3 }),
);

type BadRequest = { url: string; payload?: string; headers?: Record<string, string> };

function badRequests(route: Route): BadRequest[] {
  const url = addressOf(route);
  const json = { 'content-type': 'application/json' };
  const queries = ['?__proto__=1', '?a=1&a=2', '?page=%00', '?page=%ud800', '?page[x]=1', '?constructor=1'];
  const bodies = [
    '{',
    '',
    'null',
    '[]',
    '"text"',
    '1e309',
    '{"__proto__":{"role":"super_admin"}}',
    '{"constructor":{"prototype":{"role":"super_admin"}}}',
    '{"no_such_field":1e309,"no_such_field":2}',
    '{"\\ud800":1}',
    '{"no_such_field":"\\u0000"}',
    `{"no_such_field":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    '['.repeat(50_000),
  ];
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=',
    'x',
  ];
  return [
    ...queries.map((query) => ({ url: url + query })),
    ...(url.includes('00000000')
      ? [
          { url: url.replace(/0{8}[0-9a-f-]+/, '%00') },
          { url: url.replace(/0{8}[0-9a-f-]+/, 'x'.repeat(500)) },
        ]
      : []),
    ...(route.body ? bodies.map((payload) => ({ url, payload, headers: json })) : []),
    ...(route.body
      ? types.map((type) => ({ url, payload: 'email=a', headers: { 'content-type': type } }))
      : []),
  ];
}
