import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import PostalMime from 'postal-mime';
import { sql } from 'kysely';
import { queuedMails } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { startSmtp } from '../../platform/testing/smtp.ts';
import type { TestSmtp } from '../../platform/testing/smtp.ts';
import { sendInvitationNews } from './invitation-delivery.service.ts';

let smtp: TestSmtp;
let server: TestServer;
let refusing = false;

beforeAll(async () => {
  smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => done(refusing ? new Error('mailbox busy') : null),
  });
  server = await startTestServer({ env: { SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const address = () => `correo-${unique()}@example.test`;
const mailsTo = (email: string) =>
  Promise.all(smtp.received.filter(({ to }) => to.includes(email)).map(({ raw }) => PostalMime.parse(raw)));

async function inviter(values: { organization?: string; first_name?: string } = {}) {
  const organization = await server.makeOrganization(
    values.organization ? { name: values.organization } : {},
  );
  return server.makePerson({
    role: 'admin',
    organization_id: organization.id,
    // A random one of digits alone would be left out of mails, as a number to call.
    last_name: 'Soto',
    ...(values.first_name ? { first_name: values.first_name } : {}),
  });
}

async function invite(cookie: string, email: string) {
  const reply = await server.send({ method: 'POST', url: '/api/invitations', cookie, payload: { email } });
  expect(reply.statusCode).toBe(201);
  return reply.json<{ invitation: { id: string; delivery: string }; link: string | null }>();
}

const resend = (cookie: string, id: string) =>
  server.send({ method: 'POST', url: `/api/invitations/${id}/resend`, cookie, payload: {} });

/** What the queue does when the pause before the next attempt is over. */
async function sendAgain(id: string): Promise<void> {
  await server.database.pool.query('update mail.queue set due_at = now() where about = $1', [id]);
  await server.platform.mail.sendDue();
}

const change = (id: string, set: string) =>
  server.database.withSystem('move the clock of an invitation', (db) =>
    sql`update organization_invitations set ${sql.raw(set)} where id = ${id}`.execute(db),
  );

// I6, M1
test('the mail names inviter, organization, role and day, whatever they are called, and its link proves the mailbox', async () => {
  const admin = await inviter({
    organization: '<img src=x>\r\nBcc: otra@example.test',
    first_name: 'Ana "A"',
  });
  const email = address();
  await invite(admin.cookie, email);
  const [mail] = await mailsTo(email);
  expect(mail?.headers.some(({ key }) => key === 'bcc')).toBe(false);
  expect(mail?.html).not.toContain('<img');
  expect(mail?.html).toContain('&lt;img src=x&gt;');
  expect(mail?.text).toContain('«Ana "A"');
  expect(mail?.text).toContain('Usuario. Acceso básico al sistema');
  expect(mail?.text).toMatch(/válida hasta el \d{1,2} \p{L}+ \d{4}/u);
  const token = /accept\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const accepted = await server.send({
    method: 'POST',
    url: '/api/invitations/accept',
    payload: { token, first_name: 'Eva', last_name: 'Ruiz', password: 'seis66' },
  });
  expect(accepted.statusCode).toBe(200);
  const account = await server.database.withSystem('look at an account', (db) =>
    db.selectFrom('auth.user').select('emailVerified').where('email', '=', email).executeTakeFirstOrThrow(),
  );
  expect(account.emailVerified).toBe(true);
  expect((await queuedMails(server.database, admin.email)).map(({ subject }) => subject)).toEqual([
    `Invitación aceptada: ${email}`,
  ]);
});

// F2, M2
test('a refused mail leaves the invitation and tells the link; it is sent later, once', async () => {
  const admin = await inviter();
  const email = address();
  refusing = true;
  const { invitation, link } = await invite(admin.cookie, email);
  expect(invitation.delivery).toBe('failed');
  expect(link).toContain('/invitation/accept/');
  await sendAgain(invitation.id);
  expect(await mailsTo(email)).toEqual([]);
  refusing = false;
  await sendAgain(invitation.id);
  await sendAgain(invitation.id);
  expect(await mailsTo(email)).toHaveLength(1);
  const list = await server.send({ method: 'GET', url: '/api/invitations', cookie: admin.cookie });
  expect(list.json().items[0].delivery).toBe('sent');
});

// F2, M2
test('a renewed invitation whose server dies before its mail leaves is sent by the queue', async () => {
  const admin = await inviter();
  const email = address();
  const { invitation } = await invite(admin.cookie, email);
  await change(invitation.id, "expires_at = now() - interval '1 second'");
  const died = vi.spyOn(server.platform.mail, 'sendNow').mockRejectedValueOnce(new Error('killed'));
  expect((await resend(admin.cookie, invitation.id)).statusCode).toBe(500);
  died.mockRestore();
  await sendAgain(invitation.id);
  await sendAgain(invitation.id);
  expect(await mailsTo(email)).toHaveLength(2);
});

// F2, M2
test('an invitation sent again whose mail is refused is tried again, however long ago its first mail left', async () => {
  const admin = await inviter();
  const email = address();
  const { invitation } = await invite(admin.cookie, email);
  refusing = true;
  const again = await resend(admin.cookie, invitation.id);
  refusing = false;
  expect(again.json()).toMatchObject({ invitation: { delivery: 'failed' }, link: expect.any(String) });
  await sendAgain(invitation.id);
  expect(await mailsTo(email)).toHaveLength(2);
});

test('two days before the end the invited are reminded, after it the inviter is told; each once', async () => {
  const admin = await inviter();
  const [soon, over] = [address(), address()];
  const ids = [await invite(admin.cookie, soon), await invite(admin.cookie, over)].map(
    (each) => each.invitation.id,
  );
  await change(ids[0]!, "expires_at = now() + interval '47 hours'");
  await change(ids[1]!, "expires_at = now() - interval '1 second'");
  await sendInvitationNews(server.platform);
  await sendInvitationNews(server.platform);
  expect((await queuedMails(server.database, soon)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('expira pronto'),
  ]);
  expect((await queuedMails(server.database, admin.email)).map(({ subject }) => subject)).toEqual([
    `Invitación expirada: ${over}`,
  ]);
});

test('nobody is mailed a link that leads nowhere: not again, not as a reminder', async () => {
  const ways = {
    canceled: "update organizations set subscription_status = 'canceled' where id = $2 and $1 <> $2",
    demoted: `update profiles set role = 'user' where id = $1 and organization_id = $2`,
  };
  for (const way of Object.values(ways)) {
    const admin = await inviter();
    const [failed, soon] = [address(), address()];
    refusing = true;
    const { invitation } = await invite(admin.cookie, failed);
    refusing = false;
    const reminded = await invite(admin.cookie, soon);
    await change(reminded.invitation.id, "expires_at = now() + interval '47 hours'");
    await server.database.pool.query(way, [admin.id, admin.organization_id]);
    await sendAgain(invitation.id);
    await sendInvitationNews(server.platform);
    expect(await mailsTo(failed)).toEqual([]);
    expect(await queuedMails(server.database, soon)).toEqual([]);
  }
});

// I4
test.each([
  ["now() + interval '1 minute'", 200],
  ["now() - interval '1 second'", 404],
])('ending at %s the link answers %i', async (end, status) => {
  const admin = await inviter();
  const email = address();
  const { invitation } = await invite(admin.cookie, email);
  await change(invitation.id, `expires_at = ${end}`);
  const [mail] = await mailsTo(email);
  const token = /accept\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const opened = await server.send({ method: 'POST', url: '/api/invitations/open', payload: { token } });
  expect(opened.statusCode).toBe(status);
});

// I8
test.each([
  'auth."user"',
  'auth."account"',
  'auth."session"',
  'profiles',
  'organization_invitations',
  'audit_log',
])('when writing to %s fails, nothing of the acceptance stays, and it can be tried again', async (table) => {
  const admin = await inviter();
  const email = address();
  await invite(admin.cookie, email);
  const [mail] = await mailsTo(email);
  const payload = {
    token: /accept\/([\w-]+)/.exec(mail?.text ?? '')?.[1],
    first_name: 'Eva',
    last_name: 'Ruiz',
    password: 'seis66',
  };
  const accept = () => server.send({ method: 'POST', url: '/api/invitations/accept', payload });
  const pool = server.database.pool;
  await pool.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
  );
  await pool.query(
    `create trigger fail before insert or update on ${table} for each row execute function fail()`,
  );
  const failed = await accept();
  await pool.query(`drop trigger fail on ${table}`);
  await pool.query('drop function fail()');
  expect(failed.statusCode).toBe(500);
  const left = await server.database.withSystem('look for remains', async (db) => {
    const { rows } = await sql<{ remains: number }>`select
      (select count(*) from auth."user" where email = ${email}) +
      (select count(*) from profiles where email = ${email}) +
      (select count(*) from organization_invitations where email = ${email} and accepted_at is not null)
      as remains`.execute(db);
    return Number(rows[0]?.remains);
  });
  expect(left).toBe(0);
  expect((await accept()).statusCode).toBe(200);
});

// I4, M2
test('who has an expired link asks for a fresh one: the inviter is told once a day, and nobody learns anything', async () => {
  const admin = await inviter();
  const email = address();
  const { invitation } = await invite(admin.cookie, email);
  const [mail] = await mailsTo(email);
  const token = /accept\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const ask = async (asked: unknown) => {
    const reply = await server.send({
      method: 'POST',
      url: '/api/invitations/renewal-requests',
      payload: { token: asked },
    });
    return [reply.statusCode, reply.body];
  };
  const whileGood = await ask(token);
  await change(invitation.id, "expires_at = now() - interval '1 second'");
  expect([await ask(token), await ask(token), await ask('x'.repeat(43))]).toEqual([
    whileGood,
    whileGood,
    whileGood,
  ]);
  expect((await queuedMails(server.database, admin.email)).map(({ subject }) => subject)).toEqual([
    `Piden un enlace nuevo: ${email}`,
  ]);
  await change(invitation.id, "renewal_requested_at = now() - interval '25 hours'");
  await ask(token);
  expect(await queuedMails(server.database, admin.email)).toHaveLength(2);
});

// F2, M2
test('a mail server that takes the call and says nothing is given up: the invitation stays, with its link', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const patient = await startTestServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const { admin } = await patient.makeCast();
  const reply = await patient.send({
    method: 'POST',
    url: '/api/invitations',
    cookie: admin.cookie,
    payload: { email: address() },
  });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({
    invitation: { delivery: 'failed' },
    link: expect.stringContaining('/invitation/accept/'),
  });
  await patient.close();
  silent.close();
});

test('the mail is in the language of the organization, and its day as that language writes it', async () => {
  const admin = await inviter({ organization: 'Harbour Ltd', first_name: 'Ann' });
  await server.database.withSystem('set the language of an organization', (db) =>
    sql`update organizations set language = 'en' where name = 'Harbour Ltd'`.execute(db),
  );
  const email = address();
  await invite(admin.cookie, email);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('You’ve been invited to Atalaya');
  expect(mail?.text).toMatch(/“Ann Soto” has invited you to join “Harbour Ltd” on Atalaya\./);
  expect(mail?.text).toContain('Your role: User. ');
  expect(/valid until (.*)/.exec(mail?.text ?? '')?.[1]).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}\.$/);
});
