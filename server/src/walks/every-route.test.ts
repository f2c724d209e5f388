import { api } from '@atalaya/contract/api';
import type { RouteName } from '@atalaya/contract/api';
import { scopeOf } from '@atalaya/contract/permissions';
import type { Route } from '@atalaya/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOBODY as NO_ID, refusalOf } from '../platform/testing/contract-walk.ts';
import { changesOf, recordChanges } from '../platform/testing/recorded-changes.ts';
import type { RecordedChange, Recorder } from '../platform/testing/recorded-changes.ts';
import { ROUTE_CASES } from './testing/route-cases.ts';
import type { Case } from './testing/route-cases.ts';
import { fill, idsOf, makeColleague, openWorld } from './testing/world.ts';
import type { Sent, Side, World } from './testing/world.ts';

let world: World;
let recorder: Recorder;
beforeAll(async () => {
  world = await openWorld();
  await fill(world.north);
  await fill(world.south);
  recorder = await recordChanges(world.server.database);
});
afterAll(() => world.close());

/** What a stream of live events carries is shown by features/live/live.routes.test.ts. */
const CASES = Object.entries<Case>(ROUTE_CASES)
  .map(([name, case_]) => ({ name: name as RouteName, case_, route: routeOf(name as RouteName) }))
  .filter(({ route }) => !route.eventStream);
const DIRECTIONS = [
  { ours: 'north', theirs: 'south' },
  { ours: 'south', theirs: 'north' },
] as const;
const IDENTITIES = ['anonymous', 'stranger', 'user', 'admin', 'super_admin'] as const;
type Identity = (typeof IDENTITIES)[number];

/** How a route answers a person of the other organization. */
type Expected = { status: number; code: string } | 'allowed';

function expectedOf(route: Route, { isolation, organizationIsChosen }: Case, who: Identity): Expected {
  const { access } = route;
  if (who === 'anonymous') return access === 'public' ? 'allowed' : { status: 401, code: 'session.required' };
  const code = refusalOf(route, whoIs(who));
  if (code) return { status: 403, code };
  if (isolation !== 'object') return 'allowed';
  // A super_admin may do it, save with what is each person's own.
  const isWide = access !== 'public' && access !== 'signed_in' && scopeOf('super_admin', access) === 'all';
  if (who === 'super_admin' && isWide) return 'allowed';
  return organizationIsChosen
    ? { status: 403, code: 'session.forbidden' }
    : { status: 404, code: 'object.not_found' };
}

function routeOf(name: RouteName): Route {
  return api[name];
}

const whoIs = (who: Exclude<Identity, 'anonymous'>) => ({
  role: who === 'stranger' ? ('user' as const) : who,
  organization_id: who === 'user' || who === 'admin' ? NO_ID : null,
});

/** Of success. */
const statusOf = (route: Route) => route.status ?? (route.response ? 200 : 204);

/** Everything but the number of the request and the moment of the answer. */
const visible = (answer: { statusCode: number; body: string }) => ({
  status: answer.statusCode,
  body: answer.body.replace(/"(request_id|read_at)":"[^"]*"/g, ''),
});
/** What was answered, in the words of what was expected. */
const outcomeOf = (answer: { statusCode: number; body: string }, expected: Expected): Expected =>
  expected === 'allowed' && answer.statusCode < 500 && !answer.body.includes('"session.required"')
    ? 'allowed'
    : { status: answer.statusCode, code: (JSON.parse(answer.body) as { code: string }).code };

/** What is drawn by lot for each answer: it says nothing of anybody. */
const withoutChance = (body: string) =>
  body
    .replaceAll(/([?&](?:state|nonce|code_challenge)=)[^&"]+/g, '$1')
    .replaceAll(/"challenge":"[^"]+"/g, '"challenge":""');

/** What is answered to a guess without a refusal. */
const SAID_OF_GUESSES: Partial<Record<RouteName, string>> = {
  checkPasswordReset: '{"state":"invalid"}',
  requestInvitationRenewal: '',
};

/** The same request about objects that do not exist. */
const missing = (sent: Sent): Sent =>
  JSON.parse(JSON.stringify(sent).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, NO_ID)) as Sent;

/**
 * They hold nothing of an organization: attempts and visits that are counted, challenges that serve once, the names of
 * the queues, each made with its first job.
 */
const UNOWNED = new Set([
  'jobs.queue',
  'public.rate_limits',
  'public.page_visits',
  'auth.passkey_challenge',
  'auth.sign_in_challenge',
]);
const owned = (changes: RecordedChange[]) => changes.filter(({ table }) => !UNOWNED.has(table));

describe.each(DIRECTIONS)('$ours about $theirs', (direction) => {
  let ours: Side;
  let theirs: Side;
  beforeAll(() => {
    ours = world[direction.ours];
    theirs = world[direction.theirs];
  });
  const cookieOf = (who: Identity) =>
    who === 'anonymous'
      ? undefined
      : who === 'admin' || who === 'user'
        ? ours[who].cookie
        : world[who].cookie;

  // T2
  test.each(CASES.filter(({ case_ }) => case_.isolation === 'object'))(
    '$name knows nothing of another organization, and changes nothing of it',
    async ({ name, route, case_ }) => {
      const sent = await case_.make(theirs);
      await recorder.take();
      for (const who of IDENTITIES) {
        const expected = expectedOf(route, case_, who);
        // A super_admin is of every organization: that they may do it is shown with the log of changes.
        if (expected === 'allowed') continue;
        const answer = await world.send(name, sent, cookieOf(who));
        const none = await world.send(name, missing(sent), cookieOf(who));
        expect([who, outcomeOf(answer, expected)]).toEqual([who, expected]);
        expect([who, visible(answer)]).toEqual([who, visible(none)]);
      }
      expect(await recorder.take()).toEqual([]);
    },
  );

  // T2, T16
  test.each(CASES.filter(({ case_ }) => case_.isolation === 'list'))(
    '$name shows nothing of another organization',
    async ({ name, route, case_ }) => {
      const requests = [await case_.make(theirs), await case_.make(ours)];
      await recorder.take();
      for (const who of IDENTITIES) {
        const expected = expectedOf(route, case_, who);
        for (const sent of requests) {
          const answer = await world.send(name, sent, cookieOf(who));
          expect([who, outcomeOf(answer, expected)]).toEqual([who, expected]);
          expect(who === 'super_admin' ? '' : answer.body).not.toContain(theirs.canary);
        }
      }
      expect(owned(await recorder.take())).toEqual([]);
    },
  );

  // T2
  test.each(CASES.filter(({ case_ }) => case_.isolation === 'own'))(
    '$name changes nothing of anybody but the caller',
    async ({ name, route, case_ }) => {
      const sent = await case_.make(theirs);
      const ids = await idsOf(theirs);
      const callers = {
        stranger: await world.server.makePerson({ password_hash: world.password_hash }),
        user: await makeColleague(ours, {}),
        admin: await makeColleague(ours, { role: 'admin' }),
        super_admin: await world.server.makePerson({
          role: 'super_admin',
          password_hash: world.password_hash,
        }),
      };
      await recorder.take();
      for (const who of IDENTITIES) {
        const expected = expectedOf(route, case_, who);
        const answer = await world.send(name, sent, who === 'anonymous' ? undefined : callers[who].cookie);
        expect([who, outcomeOf(answer, expected)]).toEqual([who, expected]);
        for (const id of ids) expect(answer.body).not.toContain(id);
      }
      expect(changesOf(ids, owned(await recorder.take()))).toEqual([]);
    },
  );

  // T2
  test.each(CASES.filter(({ case_ }) => case_.isolation === 'secret'))(
    '$name gives nothing to a guessed secret',
    async ({ name, case_ }) => {
      const sent = guessed(await case_.make(theirs));
      const ids = await idsOf(theirs);
      await recorder.take();
      for (const who of IDENTITIES) {
        const answer = await world.send(name, sent, cookieOf(who));
        const said = answer.statusCode < 400 ? answer.body : 'refused';
        expect([who, said]).toEqual([who, SAID_OF_GUESSES[name] ?? 'refused']);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.body).not.toContain(theirs.canary);
      }
      expect(changesOf(ids, owned(await recorder.take()))).toEqual([]);
    },
  );

  // T2
  test.each(CASES.filter(({ case_ }) => case_.isolation === 'everyone'))(
    '$name answers everybody alike, whomever it is about, and changes nothing of them',
    async ({ name, route, case_ }) => {
      const requests = [await case_.make(theirs), await case_.make(ours)];
      const ids = new Set([...(await idsOf(theirs)), ...(await idsOf(ours))]);
      await recorder.take();
      const answers: unknown[] = [];
      for (const who of IDENTITIES)
        for (const sent of requests) {
          const answer = await world.send(name, sent, cookieOf(who));
          expect([who, answer.statusCode]).toEqual([who, statusOf(route)]);
          for (const { canary } of [ours, theirs]) expect(answer.body).not.toContain(canary);
          answers.push(withoutChance(answer.body));
        }
      expect(answers).toEqual(answers.map(() => answers[0]));
      expect(changesOf(ids, owned(await recorder.take()))).toEqual([]);
    },
  );

  // T16
  test('no list, total or figure of ours changes a byte when the other organization grows', async () => {
    const lists = CASES.filter(({ case_ }) => case_.isolation === 'list');
    const read = async () => {
      const answers: Record<string, unknown> = {};
      for (const { name, case_ } of lists)
        for (const who of ['admin', 'user'] as const)
          answers[`${name} ${who}`] = visible(await world.send(name, await case_.make(ours), cookieOf(who)));
      return answers;
    };
    const before = await read();
    await fill(theirs);
    expect(await read()).toEqual(before);
  });
});

const SECRETS = ['token', 'password', 'code', 'signature', 'credential_id'];

/** The same request with another secret of the same length, and without the cookie that is one. */
function guessed({ cookie: _cookie, ...sent }: Sent): Sent {
  const other = (parts: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(parts).map(([key, value]) => [
        key,
        SECRETS.includes(key) ? 'A'.repeat(String(value).length) : value,
      ]),
    );
  return {
    ...sent,
    ...(sent.body ? { body: other(sent.body) } : {}),
    ...(sent.params ? { params: other(sent.params) as Record<string, string> } : {}),
    ...(sent.headers ? { headers: { 'x-inbound-mail-secret': 'another' } } : {}),
  };
}

describe('the log of changes', () => {
  const here = 'north';
  const cookieFor = (route: Route, { cookie }: Sent): string | undefined => {
    if (cookie !== undefined) return cookie === '' ? undefined : cookie;
    return refusalOf(route, whoIs('admin')) ? world.super_admin.cookie : world[here].admin.cookie;
  };

  // L1
  test.each(CASES)(
    '$name succeeds, leaves the entry that it owes in each transaction that changes something, and writes nothing else',
    async ({ name, route, case_ }) => {
      const sent = await case_.make(world[here]);
      await recorder.take();
      const answer = await world.send(name, sent, cookieFor(route, sent));
      expect({ status: answer.statusCode, body: answer.statusCode < 300 ? '' : answer.body }).toEqual({
        status: statusOf(route),
        body: '',
      });
      const changes = await recorder.take();
      const entries = changes.filter(({ table }) => table === 'public.audit_log');
      const owed = Array.isArray(case_.audit) ? case_.audit : [];
      expect([...new Set(entries.map(({ after }) => String(after?.['action'])))].sort()).toEqual(owed);
      const audited = new Set(entries.map(({ transaction }) => transaction));
      const alone = owned(changes).filter(({ transaction }) => !audited.has(transaction));
      const besides = (case_.besides ?? []).map(({ table }) => table);
      expect([...new Set(alone.map(({ table }) => table))].sort()).toEqual(besides);
    },
  );

  test('each entry that the log shows as a part of another has that one, for everybody who sees it', async () => {
    const alone = await world.query(
      `select part.action from audit_log part
       where (part.part_for is not null and not exists (select from audit_log lead
           where lead.request_id = part.request_id and lead.part_for is null))
         or (part.part_for = 'all' and not exists (select from audit_log lead
           where lead.request_id = part.request_id and lead.part_for is distinct from 'all'
             and lead.organization_id is not distinct from part.organization_id))`,
    );
    expect(alone).toEqual([]);
    const parts = await world.query('select distinct action from audit_log where part_for is not null');
    expect(
      parts.map(({ action }) => String(action)).toSorted((one, other) => one.localeCompare(other)),
    ).toEqual([
      'api_key.revoked',
      'invoice.issued',
      'payment.registered',
      'plan.created',
      'session.started',
      'user.created',
      'user.updated',
    ]);
  });
});
