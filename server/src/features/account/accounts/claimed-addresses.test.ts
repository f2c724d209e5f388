import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/testing/database.ts';
import type { TestDatabase } from '../../../platform/testing/database.ts';
import { newestLink, queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';

const TYPED_BY_STRANGER = 'la del extraño';
const TYPED_BY_OWNER = 'la de su dueña';
let database: TestDatabase;
let server: TestServer;

beforeAll(async () => {
  database = await openTestDatabase(8);
  server = await startTestServer({ database });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const newEmail = () => `deseada-${unique()}@example.test`;
const post = (url: string, payload: object, cookie?: string, on = server) =>
  on.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });
const signIn = (email: string, password: string) => post('/api/session', { email, password });

/** Fills the registration form; the cookies of that browser. */
async function register(email: string, password: string, on = server): Promise<string> {
  const form = { first_name: 'Ana', last_name: 'Ruiz', email, password };
  const answer = await post('/api/accounts', form, undefined, on);
  expect(answer.statusCode).toBe(202);
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
}

/** What is asked for where another browser has filled in the form. */
const own = (password: string) => ({ first_name: 'Eva', last_name: 'Sol', password });
const confirm = (token: string, more: object = {}, cookie?: string) =>
  post('/api/accounts/verification', { token, ...more }, cookie);

/** Adds a person as 'Agregar Usuario' does: a profile without account, and the mail of its set-up. */
async function prepare(email: string, role: 'user' | 'admin' = 'admin') {
  const cast = await server.makeCast();
  const person = { first_name: 'Eva', last_name: 'Sol', email, role };
  const added = await post('/api/users', person, cast.admin.cookie);
  expect(added.statusCode).toBe(201);
  return cast.organization;
}

// A12
test('whoever registers an address first does not own its account once another browser confirms the mail', async () => {
  const email = newEmail();
  await register(email, TYPED_BY_STRANGER);
  const { token } = await newestLink(database, email);
  expect((await confirm(token)).json().code).toBe('account.password_needed');
  const entered = await confirm(token, own(TYPED_BY_OWNER));
  expect(entered.json().session.profile.email).toBe(email);
  expect((await signIn(email, TYPED_BY_STRANGER)).json().code).toBe('account.invalid_credentials');
  expect((await signIn(email, TYPED_BY_OWNER)).statusCode).toBe(200);
});

// A12
test('no name that was typed in another browser stays either: whoever reads the mail says who they are', async () => {
  const email = newEmail();
  await register(email, TYPED_BY_STRANGER);
  const { token } = await newestLink(database, email);
  const whole = own(TYPED_BY_OWNER);
  for (const missing of ['first_name', 'last_name', 'password']) {
    const rest = Object.fromEntries(Object.entries(whole).filter(([field]) => field !== missing));
    expect((await confirm(token, rest)).json().code).toBe('account.password_needed');
  }
  expect((await confirm(token, { ...whole, first_name: ' ' })).json()).toMatchObject({
    code: 'request.invalid',
    fields: [{ field: 'body.first_name' }],
  });
  const entered = await confirm(token, whole);
  expect(entered.json().session.profile).toMatchObject({ email, first_name: 'Eva', last_name: 'Sol' });
  const { rows } =
    await sql`select "firstName", "lastName", "name" from auth."user" where "email" = ${email}`.execute(
      database.kysely,
    );
  expect(rows).toEqual([{ firstName: 'Eva', lastName: 'Sol', name: 'Eva Sol' }]);
});

// A12
test('the browser that has registered confirms with the password of its form, and another form replaces nothing', async () => {
  const email = newEmail();
  const owner = await register(email, TYPED_BY_OWNER);
  const { token } = await newestLink(database, email);
  const stranger = await register(email, TYPED_BY_STRANGER);
  const later = await newestLink(database, email);
  // The stranger's form is in the newest mail; in the owner's browser it is as much another's as in any.
  expect((await confirm(later.token, {}, owner)).json().code).toBe('account.password_needed');
  expect((await confirm(token, {}, owner)).json().session.profile.email).toBe(email);
  expect((await signIn(email, TYPED_BY_OWNER)).statusCode).toBe(200);
  expect((await signIn(email, TYPED_BY_STRANGER)).statusCode).toBe(401);
  // Every other link of the address is dead, in every browser.
  for (const cookie of [undefined, owner, stranger])
    expect((await confirm(later.token, own(TYPED_BY_STRANGER), cookie)).json().code).toBe(
      'account.verification_invalid',
    );
});

// A12
test('where a profile is prepared, registering answers the same and mails the link to set it up', async () => {
  const email = newEmail();
  const organization = await prepare(email);
  // The first has left.
  await sql`delete from mail.queue where recipient = ${email}`.execute(database.kysely);
  await register(email, TYPED_BY_STRANGER);
  const mails = await queuedMails(database, email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Tu cuenta de Atalaya está lista']);
  expect((await signIn(email, TYPED_BY_STRANGER)).statusCode).toBe(401);
  const { token } = await newestLink(database, email);
  const set = await post('/api/password-resets/complete', { token, password: TYPED_BY_OWNER });
  expect(set.statusCode).toBe(204);
  expect((await signIn(email, TYPED_BY_STRANGER)).statusCode).toBe(401);
  expect((await signIn(email, TYPED_BY_OWNER)).json().session).toMatchObject({
    profile: { role: 'admin', first_name: 'Eva' },
    organization: { id: organization.id },
  });
});

// A12
test('a profile prepared after a stranger has registered goes to whoever chooses the password by a mail', async () => {
  const [confirmed, setUp] = [newEmail(), newEmail()];
  for (const email of [confirmed, setUp]) await register(email, TYPED_BY_STRANGER);
  const links = await Promise.all([confirmed, setUp].map((email) => newestLink(database, email)));
  for (const email of [confirmed, setUp]) await prepare(email);
  const set = await Promise.all([confirmed, setUp].map((email) => newestLink(database, email)));

  expect((await confirm(links[0]!.token)).json().code).toBe('account.password_needed');
  const entered = await confirm(links[0]!.token, own(TYPED_BY_OWNER));
  expect(entered.json().session.profile).toMatchObject({ role: 'admin', first_name: 'Eva' });
  // Superseded, and said so before anybody types.
  const state = await post('/api/password-resets/check', { token: set[0]!.token });
  expect(state.json()).toEqual({ state: 'used' });

  const chosen = { token: set[1]!.token, password: TYPED_BY_OWNER };
  expect((await post('/api/password-resets/complete', chosen)).statusCode).toBe(204);
  expect((await confirm(links[1]!.token, own(TYPED_BY_STRANGER))).json().code).toBe(
    'account.verification_invalid',
  );
  for (const email of [confirmed, setUp]) {
    expect((await signIn(email, TYPED_BY_STRANGER)).statusCode).toBe(401);
    expect((await signIn(email, TYPED_BY_OWNER)).statusCode).toBe(200);
  }
});

// A12
test('at the first start nobody becomes the administrator by registering their address', async () => {
  const email = newEmail();
  const first = await startTestServer({ config: { adminEmail: email } });
  const before = await queuedMails(first.database, email);
  await register(email, TYPED_BY_STRANGER, first);
  const mails = await queuedMails(first.database, email);
  expect([before.length, mails.length]).toEqual([1, 2]);
  const { url, token } = await newestLink(first.database, email);
  expect(url.pathname).toBe('/admin/reset-password');
  const invalid = await post('/api/accounts/verification', { token }, undefined, first);
  expect(invalid.json().code).toBe('account.verification_invalid');
  const set = { token, password: TYPED_BY_OWNER };
  expect((await post('/api/password-resets/complete', set, undefined, first)).statusCode).toBe(204);
  const stranger = { email, password: TYPED_BY_STRANGER };
  expect((await post('/api/session', stranger, undefined, first)).statusCode).toBe(401);
  const owner = await post('/api/session', { email, password: TYPED_BY_OWNER }, undefined, first);
  expect(owner.json().session.profile.role).toBe('super_admin');
  await first.close();
});

// A12
test('an address that was proved without confirmation is never proved by a mail that keeps the password', async () => {
  const email = newEmail();
  const open = await startTestServer({ database, config: { requireEmailVerification: false } });
  await register(email, TYPED_BY_STRANGER, open);
  await open.close();
  await post('/api/accounts/verification-mails', { email });
  expect(await queuedMails(database, email)).toEqual([]);
});

// A5, A12
test('the browser that has registered is told at sign-in to look into its mail, whoever has an account; no other is', async () => {
  const known = await server.makePerson();
  const email = newEmail();
  for (const each of [known.email, email]) {
    const cookie = await register(each, TYPED_BY_STRANGER);
    const given = { email: each, password: TYPED_BY_STRANGER };
    expect((await post('/api/session', given, cookie)).json().code).toBe('account.email_not_verified');
    expect((await post('/api/session', given)).json().code).toBe('account.invalid_credentials');
  }
});

// A12
test('what nobody has confirmed within a day is forgotten, and never was an account', async () => {
  const email = newEmail();
  await register(email, TYPED_BY_STRANGER);
  const countAccounts = async () =>
    (await sql`select 1 from auth."user" where "email" = ${email}`.execute(database.kysely)).rows.length;
  expect(await countAccounts()).toBe(0);
});
