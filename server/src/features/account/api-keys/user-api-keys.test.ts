import type { ErrorBody } from '@atalaya/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSession } from '../../../platform/request/session.ts';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { getHolder } from '../sessions/account-holder.service.ts';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
  await server.database.pool.query('update organizations set max_users = -1');
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<TestServer['makePerson']>>;
async function makeKey({ cookie }: Person) {
  const payload = { name: 'Integración', scopes: ['tickets:read'], expires_in_days: 30 };
  const answer = await server.send({ method: 'POST', url: '/api/profile/api-keys', payload, cookie });
  return answer.json<{ key: { id: string }; token: string }>();
}
const works = async (token: string) =>
  (await server.app.inject({ url: '/api/tickets', headers: { authorization: `Bearer ${token}` } }))
    .statusCode === 200;
const codeOf = (answer: Awaited<ReturnType<TestServer['send']>>) =>
  answer.statusCode < 300 ? 'done' : answer.json<ErrorBody>().code;

describe('the API keys of others', () => {
  const revoked = ['done', 'done', false];
  const hidden = ['object.not_found', 'object.not_found', true];
  const refused = ['session.forbidden', 'session.forbidden', true];
  const TARGETS = [
    ['user', 'here'],
    ['admin', 'here'],
    ['user', 'elsewhere'],
    ['admin', 'elsewhere'],
    ['super_admin', 'nowhere'],
  ] as const;
  const ACTORS = {
    super_admin: [revoked, revoked, revoked, revoked, revoked],
    admin: [revoked, revoked, hidden, hidden, hidden],
    user: TARGETS.map(() => refused),
  };
  const table = (['super_admin', 'admin', 'user'] as const).flatMap((actor) =>
    TARGETS.map(([role, place], nth) => [actor, role, place, ACTORS[actor][nth]!] as const),
  );

  // T2, T10
  test.each(table)('for a %s: those of a %s %s', async (actor, role, place, expected) => {
    const organizations = {
      here: cast.organization.id,
      elsewhere: (await server.makeOrganization()).id,
      nowhere: null,
    };
    const target = await server.makePerson({ role, organization_id: organizations[place] });
    const { key, token } = await makeKey(target);
    const url = `/api/users/${target.id}/api-keys`;
    const { cookie } = cast[actor];
    const read = await server.send({ url, cookie });
    const revoke = await server.send({ method: 'DELETE', url: `${url}/${key.id}`, cookie });
    expect([codeOf(read), codeOf(revoke), await works(token)]).toEqual(expected);
    const { rows } = await server.database.pool.query<{ action: string; organization_id: string | null }>(
      `select action, organization_id from audit_log where object_id = $1 and action = 'api_key.revoked'`,
      [key.id],
    );
    const mails = (await queuedMails(server.database, target.email)).map(({ subject }) => subject);
    expect([rows, mails.includes('Clave de API revocada')]).toEqual(
      expected === revoked
        ? [[{ action: 'api_key.revoked', organization_id: organizations[place] }], true]
        : [[], false],
    );
    if (expected !== revoked) return;
    const again = await server.send({ method: 'DELETE', url: `${url}/${key.id}`, cookie });
    expect(codeOf(again)).toBe('object.not_found');
  });

  // T10
  test('are refused above one’s rank also where the database would show them', async () => {
    const { actor } = (await readSession(server.platform, cast.admin.cookie))!;
    const holder = server.database.withSystem('look up from below in a test', (db) =>
      getHolder(db, actor, cast.super_admin.id),
    );
    await expect(holder).rejects.toMatchObject({ code: 'user.rank_too_low' });
  });

  // T9
  test('are shown without what would let one use them, and not those of another person under this one', async () => {
    const [one, other] = [
      await server.makePerson({ organization_id: cast.organization.id }),
      await server.makePerson({ organization_id: cast.organization.id }),
    ];
    const { key, token } = await makeKey(one);
    const { cookie } = cast.admin;
    const read = await server.send({ url: `/api/users/${one.id}/api-keys`, cookie });
    expect(read.json()).toEqual({ items: [key] });
    expect(read.body).not.toContain(token.slice(12));
    const url = `/api/users/${other.id}/api-keys/${key.id}`;
    expect(codeOf(await server.send({ method: 'DELETE', url, cookie }))).toBe('object.not_found');
    expect(await works(token)).toBe(true);
  });

  test('are nothing to have back once an admin has revoked them; somebody without account has none', async () => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const { key } = await makeKey(person);
    const { cookie } = cast.admin;
    await server.send({ method: 'DELETE', url: `/api/users/${person.id}/api-keys/${key.id}`, cookie });
    const own = await server.send({ url: '/api/profile/api-keys', cookie: person.cookie });
    expect(own.json()).toEqual({ items: [], ended: [] });
    const { rows } = await server.database.pool.query<{ id: string }>(
      `insert into profiles (organization_id, first_name, last_name, email)
       values ($1, 'Sin', 'Cuenta', 'sin-cuenta@example.test') returning id`,
      [cast.organization.id],
    );
    const url = `/api/users/${rows[0]!.id}/api-keys`;
    expect((await server.send({ url, cookie })).json()).toEqual({ items: [] });
  });
});
