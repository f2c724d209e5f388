import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { engines } from '../../platform/testing/database.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';

describe.each(engines)('on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine });
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
