import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { connectProvider, newUser } from './scim/testing/provider.ts';

let server: TestServer;
let ours: Cast;
let theirs: Cast;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [ours, theirs] = [await server.makeCast(), await server.makeCast()];
  await query('update organizations set max_users = -1');
});

const query = async <T>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as T[];

/** What can be asked of the provisioning of a connection, by an address below it. */
const ASKED = [
  ['GET', ''],
  ['POST', '/tokens'],
  ['DELETE', '/tokens/TOKEN'],
  ['GET', '/requests'],
  ['GET', '/comparison'],
] as const;

describe('who may ask', () => {
  test('an admin of the organization and a super_admin; nobody else, and of a connection that is there', async () => {
    const { connection } = await connectProvider(server, ours);
    const [token] = await query<{ id: string }>('select id from scim_tokens where connection_id = $1', [
      connection.id,
    ]);
    const statuses = (cookie: string | undefined, id = connection.id) =>
      Promise.all(
        ASKED.map(async ([method, path]) => {
          const url = `/api/connections/${id}/provisioning${path.replace('TOKEN', token?.id ?? '')}`;
          const payload = method === 'POST' ? {} : undefined;
          return (await server.send({ method, url, ...(payload && { payload }), ...(cookie && { cookie }) }))
            .statusCode;
        }),
      );
    expect(new Set(await statuses(undefined))).toEqual(new Set([401]));
    expect(new Set(await statuses(ours.user.cookie))).toEqual(new Set([403]));
    expect(new Set(await statuses(theirs.admin.cookie))).toEqual(new Set([404]));
    expect(new Set(await statuses(ours.admin.cookie, ours.user.id))).toEqual(new Set([404]));
    expect(await statuses(ours.super_admin.cookie)).toEqual([200, 201, 204, 200, 200]);
  });
});

describe('tokens', () => {
  // SCIM1
  test('two at once and no third; each is told once, and kept as a hash', async () => {
    const { connection, token } = await connectProvider(server, ours);
    const url = `/api/connections/${connection.id}/provisioning`;
    const make = () =>
      server.send({ method: 'POST', url: `${url}/tokens`, payload: {}, cookie: ours.admin.cookie });
    expect((await make()).statusCode).toBe(201);
    const third = await make();
    expect([third.statusCode, third.json()]).toMatchObject([409, { code: 'provisioning.too_many_tokens' }]);
    const read = await server.send({ url, cookie: ours.admin.cookie });
    expect(read.json<{ tokens: object[] }>().tokens).toMatchObject([
      { prefix: token.slice(0, 12), last_used_at: null },
      { last_used_at: null },
    ]);
    const rows = JSON.stringify(await query('select t::text as token from scim_tokens t'));
    expect(rows).not.toContain(token.slice(13));
    expect(read.body).not.toContain(token.slice(13));
  });
});

describe('a new token', () => {
  // SCIM1
  test('is for who proves to be the owner of the account: by its password, or a sign-in of this moment', async () => {
    const { connection } = await connectProvider(server, ours);
    const password_hash = await server.platform.accounts.hashPassword('contraseña larga');
    const owner = { organization_id: ours.organization.id, role: 'admin' as const };
    const [withPassword, without] = [
      await server.makePerson({ ...owner, password_hash }),
      await server.makePerson(owner),
    ];
    await query(`update auth."session" set "createdAt" = now() - interval '1 hour'`);
    const make = async (cookie: string, payload: object) => {
      const url = `/api/connections/${connection.id}/provisioning/tokens`;
      const answer = await server.send({ method: 'POST', url, payload, cookie });
      return answer.statusCode === 201 ? 'made' : answer.json<{ code: string }>().code;
    };
    expect(await make(withPassword.cookie, {})).toBe('account.wrong_password');
    expect(await make(withPassword.cookie, { password: 'otra' })).toBe('account.wrong_password');
    expect(await make(without.cookie, {})).toBe('two_factor.sign_in_again');
    expect(await query('select 1 from scim_tokens where connection_id = $1', [connection.id])).toHaveLength(
      1,
    );
    expect(await make(withPassword.cookie, { password: 'contraseña larga' })).toBe('made');
  });
});

describe('what the screen of the connection tells', () => {
  // SCIM9
  test('each request with its answer and what it changed, without passwords; nothing of it to another organization', async () => {
    const provider = await connectProvider(server, ours);
    const user = newUser({ password: 'muy secreto' });
    const made = await provider.done('POST', '/Users', user);
    await provider.send('GET', '/Users?filter=((');
    const url = `/api/connections/${provider.connection.id}/provisioning/requests`;
    const read = () => server.send({ url, cookie: ours.admin.cookie });
    await expect.poll(async () => (await read()).json<{ total: number }>().total).toBe(2);
    const log = await read();
    expect(log.json()).toMatchObject({
      total: 2,
      items: [
        { method: 'GET', path: '/Users?filter=((', status: 400, request: null, changes: [] },
        {
          method: 'POST',
          path: '/Users',
          status: 201,
          changes: [{ what: 'person.created', name: user.userName }],
        },
      ],
    });
    expect(log.body).toContain(made.id);
    expect(log.body).not.toContain('muy secreto');
  });

  test('who reads is answered before that is in the log', async () => {
    const provider = await connectProvider(server, ours);
    const { id: connection } = provider.connection;
    const logged = async () => {
      const of = 'select method from scim_requests where connection_id = $1';
      return (await server.database.pool.query(of, [connection])).rows;
    };
    const other = await server.database.pool.connect();
    await other.query('begin; lock table scim_requests in exclusive mode');
    expect((await provider.send('GET', '/Users')).statusCode).toBe(200);
    expect(await logged()).toEqual([]);
    await other.query('rollback');
    other.release();
    await expect.poll(logged).toEqual([{ method: 'GET' }]);
  });

  // SCIM9
  test('a comparison shows what differs, and changes nothing', async () => {
    const provider = await connectProvider(server, ours, { groups: [{ group: 'Jefes', role: 'admin' }] });
    const user = await provider.done('POST', '/Users', newUser());
    await provider.done('POST', '/Groups', { displayName: 'Jefes', members: [{ value: user.id }] });
    const url = `/api/connections/${provider.connection.id}/provisioning/comparison`;
    const compare = async () =>
      (await server.send({ url, cookie: ours.admin.cookie })).json<{
        compared: number;
        items: { profile_id: string; field: string }[];
      }>();
    const before = await compare();
    expect(before.compared).toBe(1);
    expect(new Set(before.items.map(({ field }) => field))).toEqual(new Set(['only_here']));
    expect(before.items.map(({ profile_id }) => profile_id)).toContain(ours.user.id);
    await query(`update profiles set first_name = 'Eva', role = 'user', is_active = false where email = $1`, [
      user['userName'],
    ]);
    const stored = await query('select * from profiles where organization_id = $1 order by id', [
      ours.organization.id,
    ]);
    const found = (await compare()).items.filter(({ field }) => field !== 'only_here');
    expect(found).toMatchObject([
      { field: 'active', told: 'true', here: 'false' },
      { field: 'first_name', told: 'Ana', here: 'Eva' },
      { field: 'role', told: 'admin', here: 'user' },
    ]);
    expect(
      await query('select * from profiles where organization_id = $1 order by id', [ours.organization.id]),
    ).toEqual(stored);
  });
});
