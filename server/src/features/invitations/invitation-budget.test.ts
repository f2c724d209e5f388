import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STRANGER_MAILS_PER_DAY, STRANGER_MAILS_PER_HOUR } from '@atalaya/contract/limits';
import { answerPasswordRequests } from '../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../platform/testing/server.ts';
import type { TestServer } from '../../platform/testing/server.ts';
import { startSmtp } from '../../platform/testing/smtp.ts';
import type { TestSmtp } from '../../platform/testing/smtp.ts';
import { takeTurn } from '../transfers/transfers.jobs.ts';

let smtp: TestSmtp;
let server: TestServer;
beforeEach(async () => {
  smtp = await startSmtp();
  server = await startTestServer({ env: { SMTP_URL: smtp.url, RATE_LIMIT: 'on' } });
});
afterEach(async () => {
  await server.close();
  await smtp.close();
});

const address = () => `nueva-${unique()}@example.test`;
type Admin = { id: string; cookie: string; organization_id: string | null };
async function makeAdmin(name?: string): Promise<Admin> {
  const { id: organization_id } = await server.makeOrganization({ max_users: -1, ...(name ? { name } : {}) });
  return server.makePerson({ role: 'admin', organization_id });
}
const post = ({ cookie }: Admin, url: string, payload: object = {}) =>
  server.send({ method: 'POST', url, cookie, payload });
async function invite(admin: Admin, email = address()) {
  const reply = await post(admin, '/api/invitations', { email });
  expect([reply.statusCode, reply.json().code]).toEqual([201, undefined]);
  const { invitation, link } = reply.json<{ invitation: { id: string; delivery: string }; link: unknown }>();
  return { ...invitation, email, link };
}
/** Imports people, each of whom gets a link. */
async function importPeople(admin: Admin, emails: string[]): Promise<void> {
  const rows = emails.map((email) => `Ana,Ruiz,${email}\n`).join('');
  const uploaded = await server.send({
    method: 'POST',
    url: '/api/imports?resource=users',
    cookie: admin.cookie,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload:
      '--b\r\ncontent-disposition: form-data; name="file"; filename="gente.csv"\r\ncontent-type: text/csv\r\n\r\n' +
      `nombre,apellidos,email\n${rows}\r\n--b--\r\n`,
  });
  const { id, mapping } = uploaded.json<{ id: string; mapping: unknown }>();
  await post(admin, `/api/imports/${id}/check`, { mapping });
  await takeTurn(server.platform, id);
  await post(admin, `/api/imports/${id}/apply`, { send_links: true });
  await takeTurn(server.platform, id);
}
const mailsTo = (email: string) => smtp.received.filter(({ to }) => to.includes(email));
const query = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query(text, values)).rows;
const hourOf = ({ organization_id }: Admin) =>
  `stranger-mails-hour:${createHash('sha256').update(String(organization_id)).digest('base64url')}`;
/** So many of the hour's budget are gone. */
const spend = (admin: Admin, taken: number) =>
  query('update rate_limits set taken = $1 where key = $2', [taken, hourOf(admin)]);
/** The hour (and the day) are over. */
async function nextWindow(): Promise<void> {
  await query(`update rate_limits set resets_at = now() - interval '1 second'`);
  await query('update mail.queue set held_until = now() where held_until is not null');
}

// R6
test('three hundred invitations in a row all succeed: what is beyond the hour waits, says so, and leaves by itself', async () => {
  const admin = await makeAdmin();
  const made = [];
  for (let n = 0; n < 300; n++) made.push(await invite(admin));
  const states = Map.groupBy(made, ({ delivery }) => delivery);
  expect([...states].map(([state, { length }]) => [state, length])).toEqual([
    ['sent', STRANGER_MAILS_PER_HOUR],
    ['waiting', 300 - STRANGER_MAILS_PER_HOUR],
  ]);
  expect(made.every(({ link }) => link === null)).toBe(true);
  expect(smtp.received).toHaveLength(STRANGER_MAILS_PER_HOUR);
  await server.platform.mail.sendDue();
  expect(smtp.received).toHaveLength(STRANGER_MAILS_PER_HOUR);
  const list = await server.send({ url: '/api/invitations', cookie: admin.cookie });
  expect(list.json().items[0].delivery).toBe('waiting');

  await nextWindow();
  await server.platform.mail.sendDue();
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(made.map(({ email }) => email).toSorted());
  const after = await server.send({ url: '/api/invitations', cookie: admin.cookie });
  expect(after.json().items[0].delivery).toBe('sent');
  expect(await query('select 1 from mail.queue')).toEqual([]);
}, 180_000);

// R6
test('inviting, adding, sending again and setting a password by an admin share one budget; other organizations have theirs', async () => {
  const admin = await makeAdmin();
  const first = await invite(admin);
  await spend(admin, STRANGER_MAILS_PER_HOUR - 1);
  expect((await invite(admin)).delivery).toBe('sent');
  const [added, invited] = [address(), await invite(admin)];
  const made = await post(admin, '/api/users', {
    first_name: 'Luz',
    last_name: 'Gil',
    email: added,
    role: 'user',
  });
  expect([made.statusCode, invited.delivery]).toEqual([201, 'waiting']);
  expect((await post(admin, `/api/invitations/${first.id}/resend`)).json().invitation.delivery).toBe(
    'waiting',
  );
  // Of a person who has proven their address it takes no share.
  const known = await server.makePerson({ organization_id: admin.organization_id });
  expect((await post(admin, `/api/users/${known.id}/password-reset`)).statusCode).toBe(202);
  expect((await invite(await makeAdmin())).delivery).toBe('sent');
  await server.platform.mail.sendDue();
  expect([mailsTo(added).length, mailsTo(first.email).length, mailsTo(known.email).length]).toEqual([
    0, 1, 1,
  ]);

  await nextWindow();
  await server.platform.mail.sendDue();
  expect([mailsTo(added).length, mailsTo(first.email).length, mailsTo(invited.email).length]).toEqual([
    1, 2, 1,
  ]);
});

// R6
test('links by an admin and those of an import share the budget of whoever has no proven address', async () => {
  const admin = await makeAdmin();
  await invite(admin);
  const added = address();
  const made = await post(admin, '/api/users', {
    first_name: 'Luz',
    last_name: 'Gil',
    email: added,
    role: 'user',
  });
  await server.platform.mail.sendDue();
  expect(mailsTo(added)).toHaveLength(1);

  await spend(admin, STRANGER_MAILS_PER_HOUR);
  const { organization_id } = admin;
  const unproven = await server.makePerson({ organization_id, email_verified: false });
  for (const id of [made.json<{ id: string }>().id, unproven.id])
    expect((await post(admin, `/api/users/${id}/password-reset`)).statusCode).toBe(202);
  const imported = [address(), address()];
  await importPeople(admin, imported);
  const leftFor = () => [added, unproven.email, ...imported].map((email) => mailsTo(email).length);
  await server.platform.mail.sendDue();
  expect(leftFor()).toEqual([1, 0, 0, 0]);

  await nextWindow();
  await server.platform.mail.sendDue();
  expect(leftFor()).toEqual([2, 1, 1, 1]);
  expect(await query('select 1 from mail.queue')).toEqual([]);
});

// R6
test('a day has a budget too', async () => {
  const admin = await makeAdmin();
  await invite(admin);
  await query(`update rate_limits set taken = $1 where key like 'stranger-mails-day:%'`, [
    STRANGER_MAILS_PER_DAY,
  ]);
  expect((await invite(admin)).delivery).toBe('waiting');
});

// R6
test('one address gets five an hour of one organization and ten of all, and of each organization one a day whatever others do', async () => {
  const email = address();
  const mails = async (admin: Admin, count: number) => {
    const states = [];
    for (let n = 0; n < count; n++) {
      const { id, delivery } = await invite(admin, email);
      states.push(delivery);
      const cancel = { method: 'DELETE', url: `/api/invitations/${id}`, cookie: admin.cookie } as const;
      expect((await server.send(cancel)).statusCode).toBe(204);
    }
    return states;
  };
  const [one, two, three] = [await makeAdmin(), await makeAdmin(), await makeAdmin()];
  const five = Array.from({ length: 5 }, () => 'sent');
  expect(await mails(one, 6)).toEqual([...five, 'waiting']);
  expect(await mails(two, 6)).toEqual([...five, 'waiting']);
  expect(mailsTo(email)).toHaveLength(10);
  // The ten are used up, and still the third organization has its one.
  expect(await mails(three, 2)).toEqual(['sent', 'waiting']);
  expect(mailsTo(email)).toHaveLength(11);
  // What did not leave has used up nothing of what the organization has for others.
  expect(await query('select taken from rate_limits where key = $1', [hourOf(three)])).toEqual([
    { taken: 1 },
  ]);

  // In a day no more than twenty, and of each organization one.
  await query(`update rate_limits set resets_at = now() - interval '1 second' where key not like '%-day:%'
    and key not like '%-first:%'`);
  expect(await mails(one, 6)).toEqual([...five, 'waiting']);
  expect(await mails(two, 6)).toEqual([...five, 'waiting']);
  await query(`update rate_limits set resets_at = now() - interval '1 second' where key like '%-hour:%'`);
  expect(await mails(await makeAdmin(), 2)).toEqual(['sent', 'waiting']);
  expect(await mails(await makeAdmin(), 2)).toEqual(['sent', 'waiting']);
});

// R6
test('who was added and asks for their link takes a share too, and the next that leaves is theirs', async () => {
  const admin = await makeAdmin();
  const added = [address(), address(), address()];
  for (const email of added) {
    const made = { first_name: 'Luz', last_name: 'Gil', email, role: 'user' };
    expect((await post(admin, '/api/users', made)).statusCode).toBe(201);
  }
  // Two mails are left of the hour: for the first that was added, and for the person who asked for a link themselves.
  await invite(admin);
  await spend(admin, STRANGER_MAILS_PER_HOUR - 2);
  const reset = { method: 'POST', url: '/api/password-resets', payload: { email: added[2] } } as const;
  expect((await server.send(reset)).statusCode).toBe(202);
  await answerPasswordRequests(server.platform);
  await server.platform.mail.sendDue();
  const leftFor = () => added.map((email) => mailsTo(email).length);
  expect(leftFor().toSorted((a, b) => a - b)).toEqual([0, 1, 1]);
  expect(mailsTo(added[2]!)).toHaveLength(1);
  // However often a person asks with their address.
  for (let n = 0; n < 3; n++) {
    await server.send({ ...reset, remoteAddress: `203.0.113.${n}` });
    await server.send({
      method: 'POST',
      url: '/api/accounts',
      payload: { first_name: 'Mal', last_name: 'Oso', email: added[1], password: 'contraseña larga' },
      remoteAddress: `203.0.113.${n + 10}`,
    });
  }
  await answerPasswordRequests(server.platform);
  await server.platform.mail.sendDue();
  expect(leftFor().toSorted((a, b) => a - b)).toEqual([0, 1, 1]);

  await nextWindow();
  await server.platform.mail.sendDue();
  expect(leftFor()).toEqual([expect.any(Number), expect.any(Number), 2]);
  expect(await query('select 1 from mail.queue')).toEqual([]);
});

// M5
test('no text of an admin’s choice reaches somebody who has not proven their address', async () => {
  const admin = await makeAdmin('Banco Ejemplo: llame al 900-000-111 o entre en https://evil.test/pagar');
  const put = await server.send({
    method: 'PUT',
    url: '/api/settings/mail',
    cookie: admin.cookie,
    payload: { version: 1, sender_name: 'Banco Ejemplo · Seguridad', reply_to: 'phisher@evil.test' },
  });
  expect(put.statusCode).toBe(200);
  const [invited, added] = [address(), address()];
  await invite(admin, invited);
  await post(admin, '/api/users', {
    first_name: 'Su cuenta ha sido bloqueada, llame al 900-000-111',
    last_name: 'www.evil.test',
    email: added,
    role: 'user',
  });
  await server.platform.mail.sendDue();
  for (const email of [invited, added]) {
    const mail = await PostalMime.parse(mailsTo(email)[0]!.raw);
    expect(mail.from?.name).toBe('Atalaya');
    expect(mail.replyTo).toBeUndefined();
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/evil\.test|900|bloqueada|phisher|Seguridad/);
  }
});

// M5
test('the names of inviter and organization are in one sentence of an invitation, as names, and in no subject or title', async () => {
  const admin = await makeAdmin('Banco Ejemplo');
  const names = "first_name = 'Su cuenta', last_name = 'está bloqueada'";
  await server.database.pool.query(`update profiles set ${names} where id = $1`, [admin.id]);
  const invited = address();
  await invite(admin, invited);
  await server.platform.mail.sendDue();
  const mail = await PostalMime.parse(mailsTo(invited)[0]!.raw);
  expect(mail.subject).toBe('Te han invitado a Atalaya');
  const sentence = '«Su cuenta está bloqueada» te ha invitado a unirte a «Banco Ejemplo» en Atalaya.';
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(sentence);
    expect(part?.replace(sentence, '')).not.toMatch(/bloqueada|Banco/);
  }
});
