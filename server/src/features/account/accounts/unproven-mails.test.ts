import { createHash } from 'node:crypto';
import { STRANGER_MAILS_PER_HOUR } from '@atalaya/contract/limits';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerPasswordRequests } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { TestServer } from '../../../platform/testing/server.ts';
import { startSmtp } from '../../../platform/testing/smtp.ts';
import type { TestSmtp } from '../../../platform/testing/smtp.ts';
import { mailSecurity } from '../two-factor/factor-changes.service.ts';

const SCARE = 'Su cuenta ha sido bloqueada, llame al 900,000,111';
const PASSWORD = 'contraseña larga';
let smtp: TestSmtp;
let server: TestServer;
beforeAll(async () => {
  smtp = await startSmtp();
  server = await startTestServer({ env: { SMTP_URL: smtp.url, RATE_LIMIT: 'on' } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const post = (url: string, payload: object, cookie?: string) =>
  server.send({ method: 'POST', url, payload, ...(cookie ? { cookie } : {}) });

/** An admin who writes as another person, and tells that in the settings of mails. */
async function makeAdmin(organization: { name?: string } = {}) {
  const { id: organization_id } = await server.makeOrganization(organization);
  const admin = await server.makePerson({
    role: 'admin',
    organization_id,
    first_name: SCARE,
    email: `jefe-${unique()}@evil.test`,
  });
  const put = await server.send({
    method: 'PUT',
    url: '/api/settings/mail',
    cookie: admin.cookie,
    payload: { version: 1, sender_name: 'Banco Ejemplo', reply_to: admin.email },
  });
  expect(put.statusCode).toBe(200);
  return admin;
}

/** The admin invites an address that is another's, copies the link, and accepts it in its name. */
async function takeOver(admin: { cookie: string }, role: 'user' | 'admin' = 'user') {
  const email = `victima-${unique()}@example.test`;
  const invited = await post('/api/invitations', { email, role }, admin.cookie);
  const { link } = (
    await post(`/api/invitations/${invited.json().invitation.id}/link`, {}, admin.cookie)
  ).json();
  const token = new URL(link).pathname.split('/').at(-1) ?? '';
  const names = { first_name: SCARE, last_name: 'www.evil.test' };
  const accepted = await post('/api/invitations/accept', { token, ...names, password: PASSWORD });
  expect([accepted.statusCode, accepted.json().code]).toEqual([200, undefined]);
  smtp.received.length = 0;
  return {
    email,
    id: accepted.json().session.profile.id as string,
    cookie: [accepted.headers['set-cookie'] ?? []].flat()[0]!.split(';', 1)[0]!,
  };
}

async function takeFactorsFrom(person: { id: string }, { cookie }: { cookie: string }): Promise<void> {
  const taken = await server.send({ method: 'DELETE', url: `/api/users/${person.id}/two-factor`, cookie });
  expect(taken.statusCode).toBe(204);
}

async function mailsTo(email: string) {
  await server.platform.mail.sendDue();
  return Promise.all(
    smtp.received.filter(({ to }) => to.includes(email)).map(({ raw }) => PostalMime.parse(raw)),
  );
}
type Mail = Awaited<ReturnType<typeof mailsTo>>[number];
function expectOurWords({ from, replyTo, subject, text, html }: Mail): void {
  expect(from?.name).toBe('Atalaya');
  expect(replyTo).toBeUndefined();
  for (const part of [subject, text, html]) expect(part).not.toMatch(/bloqueada|900|evil|Banco/);
}

// M5, R6
test('whoever accepts an invitation in the name of another writes nothing to them, however often the password changes', async () => {
  const victim = await takeOver(await makeAdmin());
  const change = (current_password: string, password: string) =>
    server.send({
      method: 'PUT',
      url: '/api/profile/password',
      cookie: victim.cookie,
      payload: { current_password, password },
    });
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const before = n === 0 ? PASSWORD : `contraseña ${n - 1}`;
    statuses.push((await change(before, `contraseña ${n}`)).statusCode);
    await mailsTo(victim.email);
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  const mails = await mailsTo(victim.email);
  // The invitation has had one of the five of the hour.
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 4 }, () => 'Tu contraseña de Atalaya ha cambiado'),
  );
  for (const mail of mails) expectOurWords(mail);
});

// M5
test('what is named or written by whoever has an unproven account is in no mail about it, and many are one', async () => {
  const admin = await makeAdmin();
  const victim = await takeOver(admin);
  for (const event of ['passkey_added', 'passkey_removed', 'provider_linked', 'code_used'] as const)
    for (let n = 0; n < 20; n++)
      await server.database.withSystem('tell of a change in a test', (db) =>
        mailSecurity(server.platform, db, victim.id, event, SCARE),
      );
  const mails = await mailsTo(victim.email);
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(
    new Set([
      'Clave de acceso añadida · Atalaya',
      'Clave de acceso eliminada · Atalaya',
      'Cuenta externa vinculada · Atalaya',
      'Se ha usado un código de recuperación · Atalaya',
    ]),
  );
  expect(mails).toHaveLength(4);
  for (const mail of mails) expectOurWords(mail);
  expect(mails.map(({ text }) => text).join(' ')).toContain(
    'Una clave de acceso nueva ya puede usarse para entrar en tu cuenta.',
  );

  // A registration by anybody.
  const form = { first_name: SCARE, last_name: 'Oso', email: victim.email, password: PASSWORD };
  for (let n = 0; n < 3; n++) expect((await post('/api/accounts', form)).statusCode).toBe(202);
  const [registered, ...more] = (await mailsTo(victim.email)).slice(mails.length);
  expect([registered?.subject, more]).toEqual(['Ya tienes una cuenta en Atalaya', []]);
  expectOurWords(registered!);
});

/** So much of what an organization may send to strangers in an hour is gone; how much it was. */
async function spendHour({ organization_id }: { organization_id: string | null }, taken?: number) {
  const key = createHash('sha256').update(String(organization_id)).digest('base64url');
  const { rows } = await server.database.pool.query<{ taken: number }>(
    `with before as (select key, taken from rate_limits where key = $1),
      changed as (update rate_limits r set taken = coalesce($2, r.taken) from before where r.key = before.key)
     select taken from before`,
    [`stranger-mails-hour:${key}`, taken ?? null],
  );
  return rows[0]?.taken;
}

// M5, R6
test('a test mail of whoever has accepted in the name of another says nothing of theirs, and is one of the mails to strangers', async () => {
  const admin = await makeAdmin({ name: SCARE });
  const victim = await takeOver(admin, 'admin');
  const before = await spendHour(admin);
  const trial = () => post('/api/settings/test-mail', {}, victim.cookie);
  expect((await trial()).json()).toMatchObject({ to: victim.email, outcome: 'accepted' });
  const [mail, ...more] = await mailsTo(victim.email);
  expect([mail?.subject, more]).toEqual(['Correo de prueba de Atalaya', []]);
  expectOurWords(mail!);
  expect(await spendHour(admin)).toBe(Number(before) + 1);

  await spendHour(admin, STRANGER_MAILS_PER_HOUR);
  const refused = await trial();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.rate_limited']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await mailsTo(victim.email)).toHaveLength(1);
  // Who has proven their address needs none, and reads a name that holds no telephone number.
  expect((await post('/api/settings/test-mail', {}, admin.cookie)).json().outcome).toBe('accepted');
  const own = (await mailsTo(admin.email)).filter(({ subject }) => subject?.startsWith('Correo de prueba'));
  expect(own.map(({ from, subject }) => [from?.name, subject])).toEqual([
    ['Banco Ejemplo (vía Atalaya)', 'Correo de prueba de Su cuenta ha sido bloqueada, llame al'],
  ]);
});

// R6
test('a new password that somebody asks for an unproven account waits for the budget of its organization', async () => {
  const admin = await makeAdmin();
  const victim = await takeOver(admin);
  await spendHour(admin, STRANGER_MAILS_PER_HOUR);
  const ask = async () => {
    expect((await post('/api/password-resets', { email: victim.email })).statusCode).toBe(202);
    await answerPasswordRequests(server.platform);
  };
  await ask();
  await ask();
  expect(await mailsTo(victim.email)).toEqual([]);
  await spendHour(admin, STRANGER_MAILS_PER_HOUR - 1);
  await server.database.pool.query('update mail.queue set held_until = now() where held_until is not null');
  const mails = await mailsTo(victim.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Restablece tu contraseña de Atalaya']);
  expectOurWords(mails[0]!);
});

// M5
test('an admin who takes the second factor off an unproven account is not named to who has the address', async () => {
  const admin = await makeAdmin();
  const victim = await server.makePerson({
    organization_id: admin.organization_id,
    email_verified: false,
    two_factor: true,
  });
  await takeFactorsFrom(victim, admin);
  const [mail] = await mailsTo(victim.email);
  expect(mail?.subject).toBe('Verificación en dos pasos restablecida · Atalaya');
  expectOurWords(mail!);
});

// M5
test('who has proven their address is greeted and told the names, as their organization sends mails', async () => {
  const admin = await makeAdmin();
  const { organization_id } = admin;
  const person = await server.makePerson({ organization_id, first_name: 'Eva', two_factor: true });
  await server.database.withSystem('tell of a change in a test', (db) =>
    mailSecurity(server.platform, db, person.id, 'passkey_added', 'Portátil'),
  );
  await takeFactorsFrom(person, admin);
  const mails = await mailsTo(person.email);
  expect(mails.map(({ from }) => from?.name)).toEqual([
    'Banco Ejemplo (vía Atalaya)',
    'Banco Ejemplo (vía Atalaya)',
  ]);
  const texts = mails.map(({ text }) => text ?? '');
  for (const text of texts) expect(text).toContain('Hola, Eva');
  expect(texts.join(' ')).toContain('«Portátil»');
  expect(texts.join(' ')).toContain(`${SCARE} `);
});
