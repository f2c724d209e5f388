import { randomUUID } from 'node:crypto';
import type { Organization } from '@atalaya/contract/organizations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;

beforeAll(async () => {
  server = await startTestServer();
  ours = await server.makeCast();
  theirs = await server.makeCast();
});
afterAll(() => server.close());

const get = (cookie: string | undefined, url: string) =>
  server.send({ method: 'GET', url, ...(cookie ? { cookie } : {}) });

test('a super_admin lists organizations by name; search ignores accents and takes signs as themselves', async () => {
  for (const name of ['Ábaco 100%', 'Zafiro', 'abedul_sur']) await server.makeOrganization({ name });
  const list = async (query: string) => {
    const answer = await get(ours.super_admin.cookie, `/api/organizations${query}`);
    const { items, total } = answer.json<{ items: Organization[]; total: number }>();
    return { names: items.map((item) => item.name), total };
  };
  const all = await list('');
  expect(all.total).toBe(5);
  expect(all.names.filter((name) => /^[ÁaZ]/.test(name))).toEqual(['Ábaco 100%', 'abedul_sur', 'Zafiro']);
  expect(await list('?search=abaco')).toEqual({ names: ['Ábaco 100%'], total: 1 });
  expect(await list('?search=%25')).toEqual({ names: ['Ábaco 100%'], total: 1 });
  expect(await list('?search=_')).toEqual({ names: ['abedul_sur'], total: 1 });
  expect(await list(`?search=${ours.organization.slug}`)).toEqual({
    names: [ours.organization.name],
    total: 1,
  });
});

test('the list is for super_admins', async () => {
  const statuses = [undefined, ours.admin.cookie, ours.user.cookie, ours.stranger.cookie].map(
    async (cookie) => (await get(cookie, '/api/organizations')).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([401, 403, 403, 403]);
});

test('seats: an admin reads their own, a super_admin any, others none', async () => {
  const seats = (id: string) => `/api/organizations/${id}/seats`;
  const own = { max_users: 25, active_users: 2, pending_invitations: 0, left: 23 };
  for (const { cookie } of [ours.admin, ours.super_admin])
    expect((await get(cookie, seats(ours.organization.id))).json()).toEqual(own);
  const unlimited = await server.makeOrganization({ max_users: -1 });
  expect((await get(ours.super_admin.cookie, seats(unlimited.id))).json()).toMatchObject({ left: null });
  const refused = await Promise.all([
    get(undefined, seats(ours.organization.id)),
    get(ours.user.cookie, seats(ours.organization.id)),
    get(ours.admin.cookie, seats(theirs.organization.id)),
    get(ours.admin.cookie, seats(randomUUID())),
  ]);
  expect(refused.map((answer) => answer.statusCode)).toEqual([401, 403, 404, 404]);
});

test('pending invitations reserve seats; expired and withdrawn ones do not', async () => {
  const { id: organization_id } = await server.makeOrganization({ max_users: 3 });
  const boss = await server.makePerson({ role: 'admin', organization_id });
  for (const [expires, revoked] of [
    ['1 day', null],
    ['-1 day', null],
    ['1 day', 'now'],
  ] as const)
    await server.database.pool.query(
      `insert into organization_invitations
         (organization_id, email, invited_by, mail_token_hash, copy_token_hash, expires_at, revoked_at)
       values ($1, $2, $3, $4, $5, now() + $6::interval, $7::timestamptz)`,
      [organization_id, `${randomUUID()}@x.test`, boss.id, randomUUID(), randomUUID(), expires, revoked],
    );
  expect((await get(boss.cookie, `/api/organizations/${organization_id}/seats`)).json()).toEqual({
    max_users: 3,
    active_users: 1,
    pending_invitations: 1,
    left: 1,
  });
});
