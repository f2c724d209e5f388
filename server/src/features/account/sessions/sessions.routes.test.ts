import type { ErrorBody } from '@atalaya/contract/errors';
import type { OpenSession } from '@atalaya/contract/sessions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';

let server: TestServer;
let cast: Cast;

beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());

const list = async (cookie: string, url = '/api/profile/sessions') =>
  (await server.send({ url, cookie })).json<{ items: OpenSession[] }>().items;
const end = async (cookie: string, url: string) => {
  const reply = await server.send({ method: 'DELETE', url, cookie });
  return reply.statusCode === 204 ? 204 : reply.json<ErrorBody>().code;
};
const isSignedIn = async (cookie: string) =>
  (await server.send({ url: '/api/profile/sessions', cookie })).statusCode === 200;
const actionsOn = async (id: string) => {
  const { rows } = await server.database.pool.query<{ action: string }>(
    `select action from audit_log where object_id = $1 and action like 'session.%' order by id`,
    [id],
  );
  return rows.map((row) => row.action);
};

// S7
test.each(['super_admin', 'admin', 'user', 'stranger'] as const)(
  '%s sees the own sessions without their tokens, ends one, and all but this one',
  async (who) => {
    const { email, id, cookie } = cast[who];
    const [second, third, fourth] = [
      await server.signIn(email),
      await server.signIn(email),
      await server.signIn(email),
    ];
    const items = await list(cookie);
    expect(items).toHaveLength(4);
    expect(items.map(({ current }) => current)).toEqual([true, false, false, false]);
    expect(items[0]).toMatchObject({
      browser: null,
      system: null,
      device: 'desktop',
      ip_address: '127.0.0.1',
    });
    expect(JSON.stringify(items)).not.toContain(decodeURIComponent(cookie.split('=')[1]!).split('.')[0]);

    const own = (await list(second)).find(({ current }) => current)!;
    expect(await end(cookie, `/api/profile/sessions/${own.id}`)).toBe(204);
    expect(await isSignedIn(second)).toBe(false);
    expect(await end(cookie, `/api/profile/sessions/${own.id}`)).toBe('object.not_found');
    expect(await isSignedIn(third)).toBe(true);
    expect(await end(cookie, '/api/profile/sessions')).toBe(204);
    expect([await isSignedIn(cookie), await isSignedIn(third), await isSignedIn(fourth)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await actionsOn(id)).toEqual(['session.ended', 'session.others_ended']);
  },
);

// S7
test("nobody ends another's session through the own address", async () => {
  const [theirs] = await list(cast.user.cookie);
  expect(await end(cast.admin.cookie, `/api/profile/sessions/${theirs!.id}`)).toBe('object.not_found');
  expect(await isSignedIn(cast.user.cookie)).toBe(true);
});

describe('the sessions of others', () => {
  const ended = [200, 204, 204, false];
  const hidden = [404, 'object.not_found', 'object.not_found', true];
  const refused = [403, 'session.forbidden', 'session.forbidden', true];
  const TARGETS = [
    ['user', 'here'],
    ['admin', 'here'],
    ['user', 'elsewhere'],
    ['admin', 'elsewhere'],
    ['super_admin', 'nowhere'],
  ] as const;
  const ACTORS = {
    super_admin: [ended, ended, ended, ended, ended],
    admin: [ended, ended, hidden, hidden, hidden],
    user: TARGETS.map(() => refused),
  };
  const table = (['super_admin', 'admin', 'user'] as const).flatMap((actor) =>
    TARGETS.map(([role, place], nth) => [actor, role, place, ACTORS[actor][nth]!] as const),
  );

  // S7
  test.each(table)('for a %s: those of a %s %s', async (actor, role, place, expected) => {
    const organizations = {
      here: cast.organization.id,
      elsewhere: (await server.makeOrganization()).id,
      nowhere: null,
    };
    const target = await server.makePerson({ role, organization_id: organizations[place] });
    const url = `/api/users/${target.id}/sessions`;
    const { cookie } = cast[actor];
    const other = await server.signIn(target.email);
    const read = await server.send({ url, cookie });
    const [last] = read.statusCode === 200 ? read.json<{ items: OpenSession[] }>().items : [];
    const one = await end(cookie, `${url}/${last?.id ?? cast.organization.id}`);
    const all = await end(cookie, url);
    const left = (await isSignedIn(other)) || (await isSignedIn(target.cookie));
    expect([read.statusCode, one, all, left]).toEqual(expected);
    expect(await actionsOn(target.id)).toEqual(
      expected === ended ? ['session.ended', 'session.all_ended'] : [],
    );
  });
});

test('ending all of one’s own through the list of people keeps this one', async () => {
  const other = await server.signIn(cast.admin.email);
  expect(await end(cast.admin.cookie, `/api/users/${cast.admin.id}/sessions`)).toBe(204);
  expect([await isSignedIn(cast.admin.cookie), await isSignedIn(other)]).toEqual([true, false]);
});
