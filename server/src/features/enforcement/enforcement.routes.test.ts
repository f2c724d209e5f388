import type { Connection } from '@atalaya/contract/connections';
import type { Enforcement, enforcementRoutes } from '@atalaya/contract/enforcement';
import type { ErrorBody } from '@atalaya/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, startHandMadeIssuer } from '../../platform/testing/hand-made-issuer.ts';
import type { HandMadeIssuer } from '../../platform/testing/hand-made-issuer.ts';
import { loginOf, startIssuer } from '../../platform/testing/issuer.ts';
import type { TestIssuer } from '../../platform/testing/issuer.ts';
import { answerPasswordRequests, newestLink, queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../platform/testing/server.ts';
import { userHandle } from '../account/passkeys/passkeys.service.ts';
import { makeAuthenticator } from '../account/passkeys/testing/authenticator.ts';
import { connectProvider, patchOf } from '../provisioning/scim/testing/provider.ts';

const PASSWORD = 'contraseña larga';

let issuer: HandMadeIssuer;
let google: TestIssuer;
let server: TestServer;
let second: TestServer;
let password_hash: string;
beforeAll(async () => {
  issuer = await startHandMadeIssuer();
  google = await startIssuer();
  const env = { OUTBOUND_ALLOWED_HOSTS: issuer.host, ...google.env('GOOGLE') };
  server = await startTestServer({ env });
  second = await startTestServer({ env, database: server.database });
  password_hash = await server.platform.accounts.hashPassword(PASSWORD);
});
afterAll(async () => {
  await second.close();
  await server.close();
  await google.close();
  await issuer.close();
});

let company: Company;
let theirs: Cast;
beforeEach(async () => {
  company = await makeCompany();
  theirs = await server.makeCast();
});

type Answer = Awaited<ReturnType<TestServer['send']>>;
type Person = Awaited<ReturnType<TestServer['makePerson']>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const query = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows as Record<string, unknown>[];
/** A request is not sent before its answer is waited for. */
const begun = async (request: Promise<Answer> | Answer) => request;
const send = (method: Method, url: string, cookie?: string, payload?: object, from = server) =>
  from.send({ method, url, ...(cookie ? { cookie } : {}), ...(payload ? { payload } : {}) });
const codeIn = (answer: Answer) => (answer.statusCode < 300 ? 'done' : answer.json<ErrorBody>().code);
const cookiesOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0]!)
    .join('; ');
const isOpen = async (cookie: string, from = server) =>
  (await send('GET', '/api/session', cookie, undefined, from)).json<{ session: object | null }>().session !==
  null;

/** An organization with a proven domain, a connection that is on, and an admin with a passkey. */
async function makeCompany() {
  const cast = await server.makeCast({ password_hash });
  await query('update organizations set max_users = -1 where id = $1', [cast.organization.id]);
  const domain = `${unique()}.example`;
  await query(
    `insert into organization_domains (organization_id, domain, token, proven_at)
     values ($1, $2, 'a token of the tests, proven', now())`,
    [cast.organization.id, domain],
  );
  const connection = await connect(cast);
  return { cast, domain, connection, keeper: await withPasskey(cast.admin) };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;

async function connect({ admin }: Cast): Promise<string> {
  const made = await send('POST', '/api/connections', admin.cookie, { name: unique(), groups: [] });
  const { id } = made.json<Connection>();
  const settings = { version: null, issuer: issuer.url, ...CLIENT };
  await send('PUT', `/api/connections/${id}/sign-on`, admin.cookie, settings);
  await query('update connection_sign_on set tested_at = now(), is_on = true where connection_id = $1', [id]);
  return id;
}

/** A person with a passkey; signs in with it. */
async function withPasskey(person: Person) {
  const authenticator = makeAuthenticator();
  const options = await send('POST', '/api/profile/passkeys/options', person.cookie, { password: PASSWORD });
  const registration = authenticator.register(options.json());
  const added = await send('POST', '/api/profile/passkeys', person.cookie, {
    name: 'Llave',
    ...registration,
  });
  expect(added.statusCode).toBe(201);
  const { passkey, recovery_codes } = added.json<{ passkey: { id: string }; recovery_codes: string[] }>();
  let counter = 0;
  const signIn = async (verified = true) => {
    const asked = await send('POST', '/api/session/passkey/options', undefined, {});
    counter += 1;
    const signing = { userHandle: userHandle(person.user_id), counter, verified };
    return send('POST', '/api/session/passkey', undefined, authenticator.assert(asked.json(), signing));
  };
  return { ...person, passkey: passkey.id, codes: recovery_codes, signIn };
}

/** Through the connection, as this address; where the browser ends up. */
async function comeThrough(connection: string, email: string, sub = email) {
  const going = await send('GET', `/api/sso/${connection}/start`);
  const told = new URL(String(going.headers.location)).searchParams;
  const claims = { nonce: told.get('nonce'), sub, email };
  const code = issuer.codeFor(await issuer.sign(claims));
  const values = { code, state: told.get('state') ?? '', iss: issuer.url };
  const back = await send(
    'GET',
    `/api/sso/callback?${new URLSearchParams(values).toString()}`,
    cookiesOf(going),
  );
  return { to: String(back.headers.location), cookie: cookiesOf(back) };
}

const read = async ({ cast }: Company, cookie: string) =>
  (await send('GET', `/api/enforcement?organization_id=${cast.organization.id}`, cookie)).json<Enforcement>();
const switchTo = async (of: Company, cookie: string, is_on: boolean) => {
  const { version } = await read(of, cookie);
  const at = `/api/enforcement?organization_id=${of.cast.organization.id}`;
  return send('PUT', at, cookie, { version, is_on });
};
const name = ({ cast }: Company, profile_id: string, cookie = cast.admin.cookie) =>
  send('POST', `/api/enforcement/people?organization_id=${cast.organization.id}`, cookie, { profile_id });

/** Required from now on, with the admin of the company as the only one with emergency access. */
async function enforce(of = company) {
  expect(codeIn(await name(of, of.keeper.id))).toBe('done');
  expect(codeIn(await switchTo(of, of.cast.super_admin.cookie, true))).toBe('done');
  return of;
}

const lackOf = (answer: Answer) => answer.json<ErrorBody>().params?.['missing'];
const startOf = ({ connection }: Company) => `/api/sso/${connection}/start`;
const required = (of: Company) => ({ code: 'sso.required', params: { start: startOf(of) } });
const actionsOf = async ({ cast }: Company) =>
  (
    await query(
      `select action from audit_log where organization_id = $1 and action like 'enforcement.%' order by id`,
      [cast.organization.id],
    )
  ).map(({ action }) => action);

const CALLS: Record<
  keyof typeof enforcementRoutes,
  (cookie: string | undefined, of: Company) => Promise<Answer>
> = {
  readEnforcement: (cookie, { cast }) =>
    send('GET', `/api/enforcement?organization_id=${cast.organization.id}`, cookie),
  switchEnforcement: (cookie, { cast }) =>
    send('PUT', `/api/enforcement?organization_id=${cast.organization.id}`, cookie, {
      version: null,
      is_on: false,
    }),
  addBreakGlass: (cookie, { cast, keeper }) =>
    send('POST', `/api/enforcement/people?organization_id=${cast.organization.id}`, cookie, {
      profile_id: keeper.id,
    }),
  removeBreakGlass: async (cookie, { cast, keeper }) => {
    await query(
      'insert into break_glass_people (profile_id, organization_id) values ($1, $2) on conflict do nothing',
      [keeper.id, cast.organization.id],
    );
    const at = `/api/enforcement/people/${keeper.id}?organization_id=${cast.organization.id}`;
    return send('DELETE', at, cookie);
  },
};

describe('every route', () => {
  test.each(Object.keys(CALLS) as (keyof typeof CALLS)[])(
    '%s: an admin and a super_admin may; 401, 403; another organization’s is not there',
    async (route) => {
      const statusFor = async (cookie?: string) => (await CALLS[route](cookie, company)).statusCode;
      expect(await statusFor()).toBe(401);
      expect(await statusFor(company.cast.user.cookie)).toBe(403);
      expect(await statusFor(theirs.admin.cookie)).toBe(404);
      expect(await statusFor(company.cast.admin.cookie)).toBe(200);
      company = await makeCompany();
      expect(await statusFor(company.cast.super_admin.cookie)).toBe(200);
    },
  );
});

describe('nobody of the organization gets in', () => {
  const signIn = (email: string, password = PASSWORD) =>
    send('POST', '/api/session', undefined, { email, password });

  // SSO20
  test('by a password, which tells so where it is right alone; others do', async () => {
    const { cast } = await enforce();
    expect((await signIn(cast.user.email)).json()).toMatchObject(required(company));
    expect(codeIn(await signIn(cast.user.email, 'otra contraseña'))).toBe('account.invalid_credentials');
    expect(codeIn(await signIn(`nadie@${company.domain}`))).toBe('account.invalid_credentials');
    expect(codeIn(await signIn(company.keeper.email))).toBe('sso.required');
    expect(codeIn(await signIn(cast.super_admin.email))).toBe('done');
    const other = await server.makePerson({ organization_id: theirs.organization.id, password_hash });
    expect(codeIn(await signIn(other.email))).toBe('done');
    expect(codeIn(await switchTo(company, cast.super_admin.cookie, false))).toBe('done');
    expect(codeIn(await signIn(cast.user.email))).toBe('done');
  });

  // SSO20
  test('by a passkey, nor by a second factor that was asked for before it was required', async () => {
    const { cast } = company;
    const person = await withPasskey(cast.user);
    const waiting = cookiesOf(await signIn(person.email));
    await enforce();
    expect((await person.signIn()).json()).toMatchObject(required(company));
    // It has ended with the sessions; one that an older server makes is refused at its end.
    const finish = (cookie: string) =>
      send('POST', '/api/session/second-factor', cookie, { code: person.codes[0] });
    expect(codeIn(await finish(waiting))).toBe('two_factor.challenge_over');
    await query('update sign_on_enforcement set is_on = false where organization_id = $1', [
      cast.organization.id,
    ]);
    const again = cookiesOf(await signIn(person.email));
    await query('update sign_on_enforcement set is_on = true where organization_id = $1', [
      cast.organization.id,
    ]);
    expect((await finish(again)).json()).toMatchObject(required(company));
  });

  // SSO20
  test('by the account of a provider, which none can link any more', async () => {
    const email = `ana@${company.domain}`;
    const person = await server.makePerson({ organization_id: company.cast.organization.id, email });
    await query('update auth."user" set "emailVerified" = true where "email" = $1', [email]);
    const comeByGoogle = async () => {
      const going = await send('POST', '/api/providers/google/authorization', undefined, {});
      const back = await google.signIn(going.json<{ url: string }>().url, loginOf(email));
      return String((await send('GET', back.pathname + back.search, cookiesOf(going))).headers.location);
    };
    expect(await comeByGoogle()).toBe('/admin');
    await enforce();
    const told = new URLSearchParams({ provider_error: 'sso.required', start: startOf(company) });
    expect(await comeByGoogle()).toBe(`/admin/login?${told.toString()}`);
    const { cookie } = await comeThrough(company.connection, email);
    const link = await send('POST', '/api/profile/providers/google/authorization', cookie, {});
    expect(link.json()).toMatchObject(required(company));
    expect(await query('select 1 from auth.identity where user_id = $1', [person.user_id])).toHaveLength(1);
  });

  // SSO20
  test('by a mailed link: none is sent, and one that was sent before sets no password', async () => {
    const { cast } = company;
    const ask = async () => {
      await send('POST', '/api/password-resets', undefined, { email: cast.user.email });
      await answerPasswordRequests(server.platform);
    };
    await query('update auth."user" set "emailVerified" = true where "email" = $1', [cast.user.email]);
    await ask();
    const { token } = await newestLink(server.database, cast.user.email);
    expect(token).not.toBe('');
    await enforce();
    await ask();
    const { url } = await newestLink(server.database, cast.user.email);
    expect(url.pathname).toBe(startOf(company));
    const used = await send('POST', '/api/password-resets/complete', undefined, {
      token,
      password: 'otra contraseña',
    });
    expect(used.json()).toMatchObject(required(company));
    const [row] = await query('select used_at from auth.mailed_link order by created_at desc limit 1');
    expect(row).toEqual({ used_at: null });
    // Whom an admin adds is mailed the same way in.
    const added = `nueva@${company.domain}`;
    await send('POST', '/api/users', cast.super_admin.cookie, {
      first_name: 'Eva',
      last_name: 'Gil',
      email: added,
      role: 'user',
      organization_id: cast.organization.id,
    });
    expect((await newestLink(server.database, added)).url.pathname).toBe(startOf(company));
  });

  // SSO20
  test('by an invitation, which is accepted by coming through the connection, in the seat that it has reserved', async () => {
    const { cast, domain } = company;
    const email = `ana@${domain}`;
    const made = await send('POST', '/api/invitations', cast.admin.cookie, { email, role: 'admin' });
    const { id } = made.json<{ invitation: { id: string } }>().invitation;
    const copied = await send('POST', `/api/invitations/${id}/link`, cast.admin.cookie, {});
    const token = copied.json<{ link: string }>().link.split('/').at(-1);
    const open = async () => (await send('POST', '/api/invitations/open', undefined, { token })).json();
    expect(await open()).toMatchObject({ account: 'none', sign_on: null });
    await enforce();
    expect(await open()).toMatchObject({ account: 'none', sign_on: startOf(company) });
    const names = { first_name: 'Ana', last_name: 'Gil', password: PASSWORD };
    const accepted = await send('POST', '/api/invitations/accept', undefined, { token, ...names });
    expect(accepted.json()).toMatchObject(required(company));
    expect(await query('select 1 from profiles where email = $1', [email])).toEqual([]);
    await query(
      `update organizations set max_users = (select used_seats from organization_seats where organization_id = $1)
       where id = $1`,
      [cast.organization.id],
    );
    const { to, cookie } = await comeThrough(company.connection, email);
    expect([to, await isOpen(cookie)]).toEqual(['/admin', true]);
    const [person] = await query(
      `select p.role, i.accepted_by = p.id as is_theirs from profiles p
       join organization_invitations i on i.email = p.email where p.email = $1`,
      [email],
    );
    expect(person).toEqual({ role: 'admin', is_theirs: true });
    expect(await query('select event, profile_id from notifications where object_id = $1', [id])).toEqual([
      { event: 'invitation.accepted', profile_id: cast.admin.id },
    ]);
  });

  // SSO20
  test('by joining with an account that is signed in already: its sessions end, and the connection admits them', async () => {
    const { cast, domain } = await enforce();
    const email = `suelta@${domain}`;
    const person = await server.makePerson({ email });
    const made = await send('POST', '/api/invitations', cast.super_admin.cookie, {
      email,
      organization_id: cast.organization.id,
    });
    const { id } = made.json<{ invitation: { id: string } }>().invitation;
    const copied = await send('POST', `/api/invitations/${id}/link`, cast.super_admin.cookie, {});
    const token = copied.json<{ link: string }>().link.split('/').at(-1);
    const joined = await send('POST', '/api/invitations/join', person.cookie, { token });
    expect(joined.json()).toEqual({ session: null, sign_on: startOf(company) });
    expect(await isOpen(person.cookie)).toBe(false);
    expect(await isOpen((await comeThrough(company.connection, email)).cookie)).toBe(true);
  });

  // SSO20
  test('in a session that stays, a password is neither changed nor asked for', async () => {
    const { cast } = company;
    const email = `luis@${company.domain}`;
    await server.makePerson({ organization_id: cast.organization.id, email, password_hash });
    await enforce();
    const { cookie } = await comeThrough(company.connection, email);
    const changed = await send('PUT', '/api/profile/password', cookie, {
      current_password: PASSWORD,
      password: 'otra contraseña',
      end_api_keys: false,
    });
    expect(changed.json()).toMatchObject(required(company));
    const ways = (await send('GET', '/api/profile/providers', cookie)).json();
    expect(ways).toMatchObject({ has_password: false, sign_on_required: true });
    // Who has come in just now has proved to be the owner.
    expect(codeIn(await send('POST', '/api/profile/two-factor', cookie, {}))).toBe('done');
    await query(`update auth."session" set "createdAt" = now() - interval '1 hour'`);
    const late = await send('POST', '/api/profile/two-factor', cookie, { password: PASSWORD });
    expect(codeIn(late)).toBe('two_factor.sign_in_again');
  });

  test('an API key goes on, since it is no person', async () => {
    const { cast } = company;
    const made = await send('POST', '/api/profile/api-keys', cast.user.cookie, {
      name: 'Programa',
      scopes: ['tickets:read'],
      expires_in_days: 30,
      password: PASSWORD,
    });
    const headers = { authorization: `Bearer ${made.json<{ token: string }>().token}` };
    await enforce();
    expect(await isOpen(cast.user.cookie)).toBe(false);
    expect((await server.app.inject({ url: '/api/tickets', headers })).statusCode).toBe(200);
  });
});

describe('when it is switched on', () => {
  // SSO21
  test('sessions that were opened otherwise end on every server; those of connections and emergency access stay', async () => {
    const { cast, domain, keeper } = company;
    const through = await comeThrough(company.connection, `ana@${domain}`);
    const byPasskey = cookiesOf(await keeper.signIn());
    const byPassword = cookiesOf(
      await send('POST', '/api/session', undefined, { email: cast.user.email, password: PASSWORD }),
    );
    await name(company, keeper.id);
    expect(await read(company, byPasskey)).toMatchObject({
      is_on: false,
      // Of the admin and the user one that a test has opened, and the one by password.
      ends_sessions: 3,
      // The user, whose address is of no proven domain.
      shuts_out: 1,
      ready: { connection: true, person: true, session: true },
    });
    const switched = await switchTo(company, byPasskey, true);
    expect(switched.json()).toMatchObject({ is_on: true, version: 1, ends_sessions: 0 });
    for (const from of [server, second])
      expect(
        await Promise.all(
          [through.cookie, byPasskey, byPassword, cast.user.cookie, cast.admin.cookie].map((one) =>
            isOpen(one, from),
          ),
        ),
      ).toEqual([true, true, false, false, false]);
    expect(await isOpen(cast.super_admin.cookie)).toBe(true);
    expect(await actionsOf(company)).toEqual(['enforcement.person_added', 'enforcement.switched_on']);
  });

  // SSO21
  test('who moves in, and who loses emergency access, keeps no session that it does not admit', async () => {
    const { cast } = company;
    const spare = await withPasskey(
      await server.makePerson({ role: 'admin', organization_id: cast.organization.id, password_hash }),
    );
    await enforce();
    await name(company, spare.id, cast.super_admin.cookie);
    const bySpare = cookiesOf(await spare.signIn());
    const byKeeper = cookiesOf(await company.keeper.signIn());
    const mover = await server.makePerson({ organization_id: theirs.organization.id });
    await query('update profiles set organization_id = $2 where id = $1', [mover.id, cast.organization.id]);
    expect(await isOpen(mover.cookie)).toBe(false);
    const at = `/api/enforcement/people/${spare.id}`;
    expect(codeIn(await send('DELETE', at, byKeeper))).toBe('done');
    expect([await isOpen(bySpare), await isOpen(byKeeper)]).toEqual([false, true]);
    expect(codeIn(await spare.signIn())).toBe('sso.required');
    await name(company, spare.id, byKeeper);
    const again = cookiesOf(await spare.signIn());
    await query(`update profiles set role = 'user' where id = $1`, [spare.id]);
    expect(await isOpen(again)).toBe(false);
  });

  // SSO21
  test('a sign-in that is under way waits for it, and is refused', async () => {
    const { cast } = await enforce();
    await query('update sign_on_enforcement set is_on = false where organization_id = $1', [
      cast.organization.id,
    ]);
    const { pool } = server.database;
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('sign_on_enforcement'), hashtext($1))`, [
      cast.organization.id,
    ]);
    const started = begun(
      send('POST', '/api/session', undefined, { email: cast.user.email, password: PASSWORD }),
    );
    await waiting();
    await client.query('update sign_on_enforcement set is_on = true where organization_id = $1', [
      cast.organization.id,
    ]);
    await client.query('commit');
    client.release();
    expect((await started).json()).toMatchObject(required(company));
  });

  /** Until a request waits for the lock. */
  async function waiting(): Promise<void> {
    const [row] = await query(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`,
    );
    if (row?.['waiting'] === 0) await waiting();
  }

  // SSO22
  test('by an admin whose own session it admits, or a super_admin, with a connection on and somebody ready', async () => {
    const { cast, keeper } = company;
    const { cookie } = cast.admin;
    expect(lackOf(await switchTo(company, cookie, true))).toBe('person');
    expect(codeIn(await name(company, cast.user.id))).toBe('request.invalid');
    expect(codeIn(await name(company, theirs.admin.id))).toBe('object.not_found');
    expect(codeIn(await name(company, keeper.id))).toBe('done');
    expect(lackOf(await switchTo(company, cookie, true))).toBe('session');
    // With a passkey after a password it is not an emergency access.
    const waiting = await send('POST', '/api/session', undefined, {
      email: keeper.email,
      password: PASSWORD,
    });
    const code = keeper.codes[0];
    const finished = await send('POST', '/api/session/second-factor', cookiesOf(waiting), { code });
    expect(lackOf(await switchTo(company, cookiesOf(finished), true))).toBe('session');
    await query('update connection_sign_on set is_on = false where connection_id = $1', [company.connection]);
    const byPasskey = cookiesOf(await keeper.signIn());
    expect(lackOf(await switchTo(company, byPasskey, true))).toBe('connection');
    await query('update connection_sign_on set is_on = true where connection_id = $1', [company.connection]);
    await query('update profiles set is_active = false where id = $1', [keeper.id]);
    const { super_admin } = cast;
    expect(lackOf(await switchTo(company, super_admin.cookie, true))).toBe('person');
    await query('update profiles set is_active = true where id = $1', [keeper.id]);
    const stale = await send('PUT', '/api/enforcement', byPasskey, { version: 7, is_on: true });
    expect(stale.json()).toMatchObject({ code: 'object.stale', current: { version: null } });
    expect(codeIn(await switchTo(company, byPasskey, true))).toBe('done');
  });

  // SSO22
  test('by an admin who has come through the connection; any admin who is in switches it off', async () => {
    const { cast, domain } = company;
    const email = `jefa@${domain}`;
    await server.makePerson({ role: 'admin', organization_id: cast.organization.id, email });
    await name(company, company.keeper.id);
    const { cookie } = await comeThrough(company.connection, email);
    expect(codeIn(await switchTo(company, cookie, true))).toBe('done');
    expect(codeIn(await switchTo(company, cookie, false))).toBe('done');
    expect((await read(company, cookie)).version).toBe(2);
    expect((await actionsOf(company)).slice(1)).toEqual([
      'enforcement.switched_on',
      'enforcement.switched_off',
    ]);
  });
});

describe('emergency access', () => {
  // SSO23
  test('is a passkey alone that has verified its person; each use is audited, and told to all admins', async () => {
    const { cast, keeper } = company;
    const other = await server.makePerson({ role: 'admin', organization_id: cast.organization.id });
    await query('update auth."user" set "emailVerified" = true where "email" = $1', [other.email]);
    await keeper.signIn();
    expect(await actionsOf(company)).toEqual([]);
    await enforce();
    expect(codeIn(await keeper.signIn(false))).toBe('passkey.refused');
    for (let use = 0; use < 2; use += 1) expect(codeIn(await keeper.signIn())).toBe('done');
    expect((await actionsOf(company)).slice(2)).toEqual([
      'enforcement.break_glass_used',
      'enforcement.break_glass_used',
    ]);
    const bells = await query(
      `select profile_id from notifications where event = 'security.break_glass_used' and organization_id = $1`,
      [cast.organization.id],
    );
    expect(new Set(bells.map(({ profile_id }) => profile_id))).toEqual(new Set([keeper.id, other.id]));
    expect(bells).toHaveLength(4);
    const mails = await queuedMails(server.database, other.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Acceso de emergencia usado',
      'Acceso de emergencia usado',
    ]);
  });

  // SSO23
  test('gets in while the provider is down, and so does a super_admin', async () => {
    const { cast, keeper } = await enforce();
    await query(`update connection_sign_on set issuer = 'https://127.0.0.1:1' where connection_id = $1`, [
      company.connection,
    ]);
    const going = await send('GET', startOf(company));
    expect(String(going.headers.location)).toContain('/admin/login?provider_error=sso.');
    const cookie = cookiesOf(await keeper.signIn());
    expect(codeIn(await switchTo(company, cookie, false))).toBe('done');
    const signIn = await send('POST', '/api/session', undefined, {
      email: cast.user.email,
      password: PASSWORD,
    });
    expect(codeIn(signIn)).toBe('done');
  });

  // SSO24
  test('is not taken from the last one who has it by any screen, while it is required', async () => {
    const { cast, keeper } = await enforce();
    const boss = cast.super_admin.cookie;
    const { version } = (await send('GET', `/api/users/${keeper.id}`, boss)).json<{ version: number }>();
    const change = (values: object) =>
      send('PATCH', `/api/users/${keeper.id}`, boss, { version, confirm_last_admin: true, ...values });
    const own = cookiesOf(await keeper.signIn());
    const proof = { code: keeper.codes[1] };
    const refused = [
      await change({ role: 'user' }),
      await change({ is_active: false }),
      await change({ organization_id: theirs.organization.id }),
      await send('DELETE', `/api/users/${keeper.id}?confirm_last_admin=true`, boss),
      await send('POST', '/api/offboarding', boss, {
        ids: [keeper.id],
        heir_id: null,
        confirm_last_admin: true,
      }),
      await send('DELETE', `/api/users/${keeper.id}/two-factor`, boss),
      await send('POST', `/api/profile/passkeys/${keeper.passkey}/removal`, own, proof),
      await send('DELETE', `/api/enforcement/people/${keeper.id}`, own),
    ];
    expect(refused.map(codeIn)).toEqual(refused.map(() => 'enforcement.last_person'));
    const spare = await withPasskey(
      await server.makePerson({ role: 'admin', organization_id: theirs.organization.id, password_hash }),
    );
    await query('update profiles set organization_id = $2 where id = $1', [spare.id, cast.organization.id]);
    await name(company, spare.id, own);
    expect(codeIn(await change({ is_active: false }))).toBe('done');
  });

  // SSO24
  test('a connection is not switched off, changed or removed while it is the only one', async () => {
    const { cast } = await enforce();
    const boss = cast.super_admin.cookie;
    const at = `/api/connections/${company.connection}`;
    const attempt = async () => [
      codeIn(await send('PUT', `${at}/sign-on/state`, boss, { version: 1, is_on: false })),
      codeIn(await send('PUT', `${at}/sign-on`, boss, { version: 1, issuer: issuer.url, ...CLIENT })),
      codeIn(await send('DELETE', at, boss)),
    ];
    expect(await attempt()).toEqual(Array(3).fill('enforcement.last_connection'));
    const made = await send('POST', `/api/connections?organization_id=${cast.organization.id}`, boss, {
      name: unique(),
      groups: [],
    });
    await query(
      `insert into connection_sign_on
         (connection_id, organization_id, kind, issuer, client_id, sealed_secret, tested_at, is_on)
       select $1, organization_id, kind, issuer, client_id, sealed_secret, now(), true
       from connection_sign_on where connection_id = $2`,
      [made.json<Connection>().id, company.connection],
    );
    expect(await attempt()).toEqual(['done', 'object.stale', 'done']);
  });

  // SSO25
  test('a provider that removes the last one is not refused: it is no longer required, and the admins are told', async () => {
    const { cast, keeper } = company;
    const other = await server.makePerson({
      role: 'admin',
      organization_id: cast.organization.id,
      password_hash,
    });
    const provider = await connectProvider(server, { ...cast, admin: other }, { password: PASSWORD });
    const person = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: keeper.email };
    const known = await provider.done('POST', '/Users', {
      ...person,
      name: { givenName: 'Ana', familyName: 'Gil' },
      emails: [{ value: keeper.email }],
      active: true,
    });
    await enforce();
    await provider.done(
      'PATCH',
      `/Users/${known.id}`,
      patchOf({ op: 'replace', path: 'active', value: false }),
    );
    const [gone] = await query('select is_active from profiles where id = $1', [keeper.id]);
    expect(gone).toEqual({ is_active: false });
    expect((await read(company, cast.super_admin.cookie)).is_on).toBe(false);
    expect((await actionsOf(company)).at(-1)).toBe('enforcement.ended');
    const bells = await query(
      `select profile_id from notifications where event = 'security.enforcement_ended' and organization_id = $1`,
      [cast.organization.id],
    );
    expect(bells).toEqual([{ profile_id: other.id }]);
    const signIn = await send('POST', '/api/session', undefined, { email: other.email, password: PASSWORD });
    expect(codeIn(signIn)).toBe('done');
  });

  // SSO25
  test('a sign-in that takes the role of admin from the last one ends it too', async () => {
    const { cast } = company;
    const { cookie } = cast.admin;
    await server.makePerson({ role: 'admin', organization_id: cast.organization.id });
    const email = `jefa@${company.domain}`;
    await query('update profiles set email = $1 where id = $2', [email, cast.admin.id]);
    const { version } = (
      await send('GET', `/api/connections/${company.connection}`, cookie)
    ).json<Connection>();
    await send('PATCH', `/api/connections/${company.connection}`, cookie, {
      version,
      groups: [{ group: 'Jefes', role: 'admin' }],
      default_role: 'user',
    });
    await enforce();
    // Linked first by the address, then without the group.
    await query('update auth."user" set "email" = $1 where "id" = $2', [email, cast.admin.user_id]);
    expect((await comeThrough(company.connection, email)).to).toBe('/admin');
    expect((await read(company, cast.super_admin.cookie)).is_on).toBe(false);
  });
});
