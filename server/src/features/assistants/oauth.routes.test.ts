import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import {
  FORM,
  REDIRECT,
  ask,
  askedBy,
  callTool,
  connect,
  exchange,
  makePkce,
  refresh,
  register,
  switchOn,
} from './testing/assistant.ts';

let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer();
  cast = await server.makeCast();
});
afterAll(() => server.close());
beforeEach(() => switchOn(server, cast.organization.id));

const statusOf = async (token: string) => (await ask(server, token, 'tools/list')).statusCode;
const asked = async (cookie: string, values: object) =>
  server.send({
    url: `/api/assistants/consent?${new URLSearchParams({ ...values })}`,
    cookie,
  });
const keysOf = async (cookie: string) =>
  (await server.send({ url: '/api/profile/api-keys', cookie })).json<{
    items: {
      id: string;
      name: string;
      assistant_host: string | null;
      scopes: string[];
      expires_at: string;
    }[];
  }>().items;

describe('where to be let in', () => {
  // MCP2
  test('is told to who comes without a token, and by the documents of OAuth', async () => {
    const refused = await ask(server, null, 'tools/list');
    expect(refused.statusCode).toBe(401);
    const { origin } = server.platform.config.publicUrl;
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    );
    const resource = (await server.app.inject('/.well-known/oauth-protected-resource/mcp')).json();
    expect(resource).toMatchObject({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    const told = (await server.app.inject('/.well-known/oauth-authorization-server')).json();
    expect(told).toMatchObject({
      issuer: origin,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    });
  });

  // MCP2
  test.each([
    ['javascript:alert(1)'],
    ['http://evil.example/callback'],
    ['https://user@evil.example/'],
    ['https://good.example/#part'],
    ['custom:/callback'],
  ])('no program registers %s', async (uri) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/oauth/register',
      payload: { redirect_uris: [uri] },
    });
    expect([answer.statusCode, answer.json().error]).toEqual([400, 'invalid_redirect_uri']);
  });
});

describe('a consent', () => {
  // MCP3
  test('names who asks, where its access goes, and what of that the person may grant', async () => {
    const client_id = await register(server);
    const { challenge } = makePkce();
    const wanted = { ...askedBy(client_id, challenge), scope: 'tickets:read plans:write nothing' };
    const answer = await asked(cast.user.cookie, wanted);
    expect(answer.json()).toEqual({
      client_name: 'Claude',
      redirect_host: '127.0.0.1:49152',
      is_local: true,
      scopes: ['tickets:read'],
      denied_to: `${REDIRECT}?error=access_denied&state=st&iss=${encodeURIComponent(server.platform.config.publicUrl.origin)}`,
    });
  });

  // MCP2
  test.each([
    ['another host', { redirect_uri: 'http://evil.example/callback' }, 'assistant.unknown'],
    ['another path', { redirect_uri: 'http://127.0.0.1:49152/other' }, 'assistant.unknown'],
    ['another port of the own machine', { redirect_uri: 'http://127.0.0.1:50000/callback' }, undefined],
    ['another resource', { resource: 'https://evil.example/mcp' }, 'assistant.unknown'],
    ['no PKCE', { code_challenge_method: 'plain' }, 'request.invalid'],
    ['another program', { client_id: '01a20448-1303-7000-9218-9846b8ddfe66' }, 'assistant.unknown'],
  ])('to %s', async (_what, change, code) => {
    const client_id = await register(server);
    const answer = await asked(cast.admin.cookie, { ...askedBy(client_id, makePkce().challenge), ...change });
    expect(answer.json().code).toBe(code);
  });

  // MCP3
  test('gives no scope that the person has not, and none for longer than was offered', async () => {
    const payload = { ...askedBy(await register(server), makePkce().challenge), days: 30 };
    const give = (change: object) =>
      server.send({
        method: 'POST',
        url: '/api/assistants/consent',
        payload: { ...payload, scopes: ['tickets:read'], ...change },
        cookie: cast.user.cookie,
      });
    expect((await give({ scopes: ['plans:write'] })).json().code).toBe('api_key.scope_forbidden');
    expect((await give({ days: 365 })).json().code).toBe('request.invalid');
    expect((await give({})).statusCode).toBe(200);
  });

  // MCP4
  test('lets in for the scopes and days that were chosen, is listed, and ends at once', async () => {
    const { access_token } = await connect(server, cast.user.cookie, ['tickets:read']);
    expect(await statusOf(access_token)).toBe(200);
    const [key] = await keysOf(cast.user.cookie);
    expect(key).toMatchObject({
      name: 'Claude',
      assistant_host: '127.0.0.1:49152',
      scopes: ['tickets:read'],
    });
    expect(Date.parse(key!.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const url = `/api/profile/api-keys/${key!.id}`;
    await server.send({ method: 'DELETE', url, cookie: cast.user.cookie });
    expect(await statusOf(access_token)).toBe(401);
  });

  // MCP3, MCP4
  test('is told to whose it is as that of an assistant, and so is its end by another person', async () => {
    const person = await server.makePerson({ role: 'user', organization_id: cast.organization.id });
    await connect(server, person.cookie);
    const [key] = await keysOf(person.cookie);
    const url = `/api/users/${person.id}/api-keys/${key!.id}`;
    await server.send({ method: 'DELETE', url, cookie: cast.admin.cookie });
    const { rows } = await server.database.pool.query<{ event: string; params: object }>(
      'select event, params from notifications where profile_id = $1 order by id',
      [person.id],
    );
    expect(rows).toMatchObject([
      { event: 'security.assistant_allowed', params: { name: 'Claude' } },
      { event: 'security.assistant_revoked', params: { name: 'Claude' } },
    ]);
    const mails = await queuedMails(server.database, person.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Un asistente puede actuar en tu nombre',
      'Acceso de un asistente quitado',
    ]);
  });
});

describe('tokens', () => {
  // MCP2
  test('are for /mcp alone, and nothing of them is stored as it is', async () => {
    const { access_token, refresh_token, form } = await connect(server, cast.admin.cookie);
    const elsewhere = await server.app.inject({
      url: '/api/tickets',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([401, 'api_key.invalid']);
    const { rows } = await sql<{ row: string }>`
      select k::text as row from api_keys k union all select t::text from assistant_tokens t`.execute(
      server.database.kysely,
    );
    for (const secret of [access_token, refresh_token, form['code']!])
      for (const part of [secret, Buffer.from(secret).toString('hex')])
        expect(JSON.stringify(rows)).not.toContain(part);
  });

  // MCP5
  test('a code serves once; used again it ends what it gave', async () => {
    const { access_token, form } = await connect(server, cast.admin.cookie);
    expect(await statusOf(access_token)).toBe(200);
    const again = await exchange(server, form);
    expect([again.statusCode, again.json().error]).toEqual([400, 'invalid_grant']);
    expect(await statusOf(access_token)).toBe(401);
  });

  // MCP5
  test('a refresh token serves once and replaces the token before; used again it ends all', async () => {
    const first = await connect(server, cast.admin.cookie);
    const second = (await refresh(server, first, first.refresh_token)).json<typeof first>();
    expect(await statusOf(first.access_token)).toBe(401);
    expect(await statusOf(second.access_token)).toBe(200);
    expect((await refresh(server, first, first.refresh_token)).json().error).toBe('invalid_grant');
    expect(await statusOf(second.access_token)).toBe(401);
    expect((await refresh(server, first, second.refresh_token)).json().error).toBe('invalid_grant');
  });

  // MCP2
  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another address', { redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['another program', { client_id: '01a20448-1303-7000-9218-9846b8ddfe66' }],
  ])('a code is not exchanged with %s', async (_what, change) => {
    const client_id = await register(server);
    const { verifier, challenge } = makePkce();
    const given = await server.send({
      method: 'POST',
      url: '/api/assistants/consent',
      payload: { ...askedBy(client_id, challenge), scopes: ['tickets:read'], days: 1 },
      cookie: cast.admin.cookie,
    });
    const code = new URL(given.json<{ redirect_to: string }>().redirect_to).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', client_id, redirect_uri: REDIRECT, code };
    const refused = await exchange(server, { ...form, code_verifier: verifier, ...change });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant']);
    expect((await exchange(server, { ...form, code_verifier: verifier })).statusCode).toBe(200);
  });

  // MCP5
  test('last an hour, and the program gives them up itself', async () => {
    const connected = await connect(server, cast.admin.cookie);
    await server.database.pool.query('update api_keys set token_expires_at = now()');
    expect(await statusOf(connected.access_token)).toBe(401);
    const next = (await refresh(server, connected, connected.refresh_token)).json<typeof connected>();
    expect(await statusOf(next.access_token)).toBe(200);
    const payload = new URLSearchParams({ token: next.refresh_token }).toString();
    await server.app.inject({ method: 'POST', url: '/oauth/revoke', headers: FORM, payload });
    expect(await statusOf(next.access_token)).toBe(401);
  });
});

describe('who lets assistants in', () => {
  const put = (cookie: string, is_on: boolean, query = '') =>
    server.send({ method: 'PUT', url: `/api/assistants${query}`, payload: { is_on }, cookie });

  // MCP1
  test('is nobody at first: the installation has no such address', async () => {
    const fresh = await startTestServer();
    const answers = await Promise.all([
      ask(fresh, null, 'tools/list'),
      fresh.app.inject('/.well-known/oauth-authorization-server'),
      fresh.app.inject({ method: 'POST', url: '/oauth/register', payload: { redirect_uris: [REDIRECT] } }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
    await fresh.close();
  });

  // MCP1
  test('is an admin of the organization: off ends all of its people at once, on every server', async () => {
    const other = await startTestServer({ database: server.database });
    const { access_token } = await connect(server, cast.user.cookie);
    const elsewhere = await server.makePerson({
      role: 'admin',
      organization_id: (await server.makeOrganization()).id,
    });
    expect((await put(cast.user.cookie, false)).statusCode).toBe(403);
    expect((await put(elsewhere.cookie, false, `?organization_id=${cast.organization.id}`)).statusCode).toBe(
      404,
    );
    expect((await ask(other, access_token, 'tools/list')).statusCode).toBe(200);
    expect((await put(cast.admin.cookie, false)).json()).toMatchObject({ is_on: false, connected: 0 });
    expect((await ask(other, access_token, 'tools/list')).statusCode).toBe(401);
    // What was ended stays ended.
    await put(cast.admin.cookie, true);
    expect((await ask(other, access_token, 'tools/list')).statusCode).toBe(401);
    const client_id = await register(server);
    await put(cast.admin.cookie, false);
    const refused = await asked(cast.user.cookie, askedBy(client_id, makePkce().challenge));
    expect(refused.json().code).toBe('assistant.off');
    await other.close();
  });

  // MCP1
  test('is a super_admin for the installation', async () => {
    const { access_token } = await connect(server, cast.user.cookie);
    expect((await put(cast.super_admin.cookie, false)).json()).toMatchObject({ is_on: false });
    expect(await statusOf(access_token)).toBe(401);
    expect((await server.app.inject('/.well-known/oauth-authorization-server')).statusCode).toBe(404);
    await put(cast.super_admin.cookie, true);
    expect(await statusOf(access_token)).toBe(401);
  });

  // MCP6
  test('a person who loses their access loses their assistants, the refresh token too', async () => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const connected = await connect(server, person.cookie);
    const held = await server.send({
      url: `/api/offboarding/holdings?ids=${person.id}`,
      cookie: cast.admin.cookie,
    });
    expect(held.body).toContain('Claude (127.0.0.1:49152)');
    await server.database.pool.query('update profiles set is_active = false where id = $1', [person.id]);
    expect(await statusOf(connected.access_token)).toBe(401);
    expect((await refresh(server, connected, connected.refresh_token)).json().error).toBe('invalid_grant');
  });

  // MCP6
  test('is the organization’s provider alone, where it requires single sign-on', async () => {
    const person = await server.makePerson({ organization_id: cast.organization.id });
    const { access_token } = await connect(server, person.cookie);
    const { rows } = await server.database.pool.query<{ id: string }>(
      `insert into identity_connections (organization_id, name) values ($1, 'Entra') returning id`,
      [cast.organization.id],
    );
    await server.database.pool.query(
      `insert into sign_on_enforcement (organization_id, is_on) values ($1, true)`,
      [cast.organization.id],
    );
    expect(await statusOf(access_token)).toBe(401);
    await server.database.pool.query('update assistant_grants set connection_id = $1', [rows[0]!.id]);
    expect(await statusOf(access_token)).toBe(200);
    await server.database.pool.query('delete from sign_on_enforcement');
  });

  // MCP6
  test('a person who must set up a second factor first reaches no tool’s data', async () => {
    const organization = await server.makeOrganization();
    await switchOn(server, organization.id);
    const person = await server.makePerson({ role: 'admin', organization_id: organization.id });
    const { access_token } = await connect(server, person.cookie);
    await server.database.pool.query(
      'update settings set two_factor_required = true where organization_id = $1',
      [organization.id],
    );
    const said = await callTool(server, access_token, 'list_tickets');
    expect([said.isError, said.text]).toEqual([true, 'Refused: session.two_factor_required.']);
  });
});
