import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../platform/testing/database.ts';
import type { TestDatabase } from '../../platform/testing/database.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

/** Two instances over one database, with a connection for everybody who races. */
let database: TestDatabase;
let one: TestServer;
let two: TestServer;

beforeAll(async () => {
  database = await openTestDatabase(16);
  one = await startTestServer({ database });
  two = await startTestServer({ database });
});
afterAll(async () => {
  await two.close();
  await one.close();
  await database.close();
});
beforeEach(() =>
  one.database.pool.query('update profiles set is_active = false where role = $1', ['super_admin']),
);

const PAIRS = 200;
const statuses = (answers: { statusCode: number }[]) =>
  answers.map((answer) => answer.statusCode).sort((a, b) => a - b);
const activeSuperAdmins = async () =>
  (
    await one.database.pool.query(
      `select 1 from profiles where role = 'super_admin' and is_active and deleted_at is null`,
    )
  ).rows.length;

type Person = { id: string; cookie: string; email: string };
const removals = [
  (server: TestServer, by: Person, of: Person) =>
    server.send({ method: 'DELETE', url: `/api/users/${of.id}`, cookie: by.cookie }),
  (server: TestServer, by: Person, of: Person) =>
    server.send({
      method: 'PATCH',
      url: `/api/users/${of.id}`,
      cookie: by.cookie,
      payload: { version: 1, role: 'user' },
    }),
  (server: TestServer, by: Person, of: Person) =>
    server.send({
      method: 'POST',
      url: '/api/users/bulk',
      cookie: by.cookie,
      payload: { action: { type: 'deactivate' }, chosen: { ids: [of.id] } },
    }),
];

// T11
test(`of two super_admins who remove each other at once, one remains: ${PAIRS} times`, async () => {
  const outcomes = new Set<number>();
  for (let pair = 0; pair < PAIRS; pair++) {
    const [a, b] = await Promise.all([1, 2].map(() => one.makePerson({ role: 'super_admin' })));
    const [first, second] = [removals[pair % 3]!, removals[(pair >> 1) % 3]!];
    const answers = await Promise.all([first(one, a!, b!), second(two, b!, a!)]);
    expect(await activeSuperAdmins(), `pair ${pair}`).toBe(1);
    for (const answer of answers) outcomes.add(answer.statusCode);
    await one.database.pool.query('update profiles set is_active = false where role = $1', ['super_admin']);
  }
  // One is done; the other comes too late: forbidden by now, signed out, or the last one.
  for (const status of outcomes) expect([200, 204, 401, 403, 409]).toContain(status);
});

// V6
test('of eight who add the same address at once, one does', async () => {
  const { admin } = await one.makeCast();
  const payload = {
    first_name: 'Ana',
    last_name: 'Rey',
    email: `ana-${unique()}@example.test`,
    role: 'user',
  };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? one : two).send({ method: 'POST', url: '/api/users', cookie: admin.cookie, payload }),
    ),
  );
  expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
});

test('of ten who take the last seat at once, one does, whatever the way', async () => {
  const { id: organization_id } = await one.makeOrganization({ max_users: 2 });
  const boss = await one.makePerson({ role: 'admin', organization_id });
  const idle = await Promise.all(
    [1, 2, 3, 4, 5].map(() => one.makePerson({ organization_id, is_active: false })),
  );
  const add = () => ({
    method: 'POST' as const,
    url: '/api/users',
    cookie: boss.cookie,
    payload: { first_name: 'Ana', last_name: 'Rey', email: `ana-${unique()}@example.test`, role: 'user' },
  });
  const activate = (id: string) => ({
    method: 'PATCH' as const,
    url: `/api/users/${id}`,
    cookie: boss.cookie,
    payload: { version: 1, is_active: true },
  });
  const answers = await Promise.all(
    idle.flatMap(({ id }, n) => [(n % 2 ? one : two).send(activate(id)), (n % 2 ? two : one).send(add())]),
  );
  expect(statuses(answers).filter((status) => status < 300)).toHaveLength(1);
  const seats = await one.send({
    method: 'GET',
    url: `/api/organizations/${organization_id}/seats`,
    cookie: boss.cookie,
  });
  expect(seats.json()).toEqual({ max_users: 2, active_users: 2, pending_invitations: 0, left: 0 });
});

// S4
test('whoever is deactivated, deleted or demoted feels it at their next request, on every instance', async () => {
  const { super_admin, organization } = await one.makeCast();
  for (const [removal, status] of [
    [removals[0]!, 401],
    [removals[1]!, 403],
    [removals[2]!, 401],
  ] as const) {
    const admin = await one.makePerson({ role: 'admin', organization_id: organization.id });
    const sessions = [admin.cookie, await one.signIn(admin.email), await two.signIn(admin.email)];
    const everywhere = () =>
      Promise.all(
        sessions.flatMap((cookie) =>
          [one, two].map((server) => server.send({ method: 'GET', url: '/api/users', cookie })),
        ),
      );
    expect(new Set(statuses(await everywhere()))).toEqual(new Set([200]));
    expect((await removal(two, super_admin, admin)).statusCode).toBeLessThan(300);
    expect(new Set(statuses(await everywhere()))).toEqual(new Set([status]));
  }
});
