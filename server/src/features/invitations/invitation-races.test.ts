import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { waitForLockWaits } from '../../platform/testing/lock-waits.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

describe('invitations', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  /** An organization with so many seats, its admin in the first, and invitations with their tokens. */
  async function prepare(seats: number, invitations: number) {
    const organization = await server.makeOrganization({ max_users: -1 });
    const admin = await server.makePerson({ role: 'admin', organization_id: organization.id });
    const tokens: string[] = [];
    for (let each = 0; each < invitations; each += 1) {
      const payload = { email: `carrera-${unique()}@example.test` };
      const sent = await server.send({
        method: 'POST',
        url: '/api/invitations',
        cookie: admin.cookie,
        payload,
      });
      const { id } = sent.json().invitation;
      const copied = await server.send({
        method: 'POST',
        url: `/api/invitations/${id}/link`,
        cookie: admin.cookie,
        payload: {},
      });
      tokens.push(copied.json().link.split('/').at(-1));
    }
    await server.database.withSystem('limit the seats for a test', (db) =>
      sql`update organizations set max_users = ${seats} where id = ${organization.id}`.execute(db),
    );
    return { organization, admin, tokens };
  }

  const accept = (token: string) =>
    server.send({
      method: 'POST',
      url: '/api/invitations/accept',
      payload: { token, first_name: 'Eva', last_name: 'Ruiz', password: 'seis66' },
    });

  async function peopleOf(organization_id: string) {
    return server.database.withSystem('count people for a test', async (db) => {
      const rows = await db
        .selectFrom('profiles')
        .select('id')
        .where('organization_id', '=', organization_id)
        .execute();
      return rows.length;
    });
  }

  // I2
  test('of sixteen acceptances of one token at once, one wins', async () => {
    const { organization, tokens } = await prepare(-1, 1);
    const replies = await Promise.all(Array.from({ length: 16 }, () => accept(tokens[0]!)));
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect(await peopleOf(organization.id)).toBe(2);
  });

  // I3
  test('one seat left and ten invitations accepted at once: one gets it', async () => {
    const { organization, tokens } = await prepare(2, 10);
    const replies = await Promise.all(tokens.map(accept));
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect(new Set(replies.map((reply) => reply.json().code))).toEqual(
      new Set([undefined, 'organization.seats_full']),
    );
    expect(await peopleOf(organization.id)).toBe(2);
  });

  // I3
  test('ten invitations sent at once into three seats: the admin sits in one, two are reserved', async () => {
    const { admin } = await prepare(3, 0);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        server.send({
          method: 'POST',
          url: '/api/invitations',
          cookie: admin.cookie,
          payload: { email: `plaza-${unique()}@example.test` },
        }),
      ),
    );
    expect(replies.filter((reply) => reply.statusCode === 201)).toHaveLength(2);
  });

  // I4
  test('cancelling against accepting: one of the two happens', async () => {
    const { organization, admin, tokens } = await prepare(-1, 1);
    const list = await server.send({ method: 'GET', url: '/api/invitations', cookie: admin.cookie });
    const [accepted, canceled] = await Promise.all([
      accept(tokens[0]!),
      server.send({
        method: 'DELETE',
        url: `/api/invitations/${list.json().items[0].id}`,
        cookie: admin.cookie,
      }),
    ]);
    expect([accepted.statusCode, canceled.statusCode]).toSatisfy(
      ([one, two]: number[]) => (one === 200 && two === 409) || (one === 404 && two === 204),
    );
    expect(await peopleOf(organization.id)).toBe(accepted.statusCode === 200 ? 2 : 1);
  });
});

/** What only several connections can do to each other. */
describe('between connections', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const post = (url: string, cookie: string, payload: object) =>
    server.send({ method: 'POST', url, cookie, payload });
  const invite = async (cookie: string, email: string) =>
    (await post('/api/invitations', cookie, { email })).json().invitation.id as string;
  test('whoever is deactivated while they join stays out', async () => {
    const { admin } = await server.makeCast();
    const person = await server.makePerson();
    const id = await invite(admin.cookie, person.email);
    const { link } = (await post(`/api/invitations/${id}/link`, admin.cookie, {})).json();
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('update profiles set is_active = false where id = $1', [person.id]);
    const joining = post('/api/invitations/join', person.cookie, { token: link.split('/').at(-1) });
    await waitForLockWaits(server.database, 1);
    await client.query('commit');
    client.release();
    expect((await joining).json().code).toBe('invitation.invalid');
    const { rows } = await server.database.pool.query('select is_active from profiles where id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ is_active: false }]);
  });

  test('one who invites and one who sends the same expired invitation again do not wait for each other', async () => {
    const { admin, organization } = await server.makeCast();
    const email = `cruce-${unique()}@example.test`;
    const id = await invite(admin.cookie, email);
    await server.database.pool.query(
      `update organization_invitations set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from organizations where id = $1 for no key update', [organization.id]);
    const inviting = post('/api/invitations', admin.cookie, { email });
    await waitForLockWaits(server.database, 1);
    const sending = post(`/api/invitations/${id}/resend`, admin.cookie, {});
    await waitForLockWaits(server.database, 2);
    await client.query('commit');
    client.release();
    expect((await inviting).statusCode).toBe(201);
    expect((await sending).statusCode).toBe(200);
  });
});
