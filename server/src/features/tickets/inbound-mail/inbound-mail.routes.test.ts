import type { ErrorBody } from '@atalaya/contract/errors';
import type { TicketDetail } from '@atalaya/contract/tickets';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DOCUMENT, letter } from '../../../platform/testing/office-files.ts';
import { queuedMails } from '../../../platform/testing/mails.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { replyAddressOf } from './reply-address.ts';

const SECRET = 'a secret of the mail server, long enough';
let server: TestServer;
let cast: Cast;
beforeAll(async () => {
  server = await startTestServer({
    env: { INBOUND_MAIL_SECRET: SECRET, INBOUND_MAIL_ADDRESS: 'Soporte+{token}@ayuda.test' },
  });
  cast = await server.makeCast();
});
afterAll(() => server.close());

type Person = { id: string; email: string; cookie: string };
const deliver = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/inbound-mail',
    payload,
    headers: { 'x-inbound-mail-secret': SECRET, 'content-type': 'message/rfc822', ...headers },
  });
const post = (who: Person, url: string, payload: object) =>
  server.send({ method: 'POST', url: `/api/tickets${url}`, payload, cookie: who.cookie });
const open = async (who: Person = cast.user) =>
  (await post(who, '', { title: `Correo ${unique()}`, description: 'No va.' })).json<TicketDetail>();
const read = async (id: string) =>
  (await server.send({ url: `/api/tickets/${id}`, cookie: cast.super_admin.cookie })).json<TicketDetail>();
const addressOf = ({ number }: TicketDetail, who: Person) =>
  replyAddressOf(server.platform.config, { number, generation: 0, profile_id: who.id }) ?? '';
/** A raw message; headers of the same name replace those given. */
const mail = (to: string, from: Person, body: string, headers: Record<string, string> = {}) => {
  const all = {
    From: `Ana <${from.email}>`,
    To: `Atalaya <${to}>`,
    Subject: 'Re: ticket',
    'Message-ID': `<${unique()}@test>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  };
  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body.replaceAll('\n', '\r\n')}`;
};
const bodies = async (id: string) => (await read(id)).messages.map(({ body }) => body);

test('a mail about a ticket says where to answer; the answer joins the conversation and reopens it', async () => {
  const ticket = await open();
  await post(cast.super_admin, `/${ticket.id}/resolve`, { message: 'Arreglado' });
  const sent = (await queuedMails(server.database, cast.user.email)).at(-1);
  expect(sent).toMatchObject({
    reply_to: addressOf(ticket, cast.user),
    headers: { References: `<ticket-${ticket.id}@localhost>` },
  });
  expect(sent?.reply_to).toMatch(/^Soporte\+[a-z2-7]{50}@ayuda\.test$/);
  // Servers on the way may write it in small letters.
  const to = sent?.reply_to?.toLowerCase() ?? '';
  const raw = mail(
    to,
    cast.user,
    'Sigue=20igual, =C3=A1rbol.\n\nEl lun, 2 mar 2026 a las 9:00, Atalaya <x@y.test>\nescribi=C3=B3:\n> Arreglado\n',
    { 'Content-Transfer-Encoding': 'quoted-printable' },
  );
  expect((await deliver(raw)).statusCode).toBe(204);
  const answered = await read(ticket.id);
  expect(answered).toMatchObject({ status: 'open', resolved_at: null });
  expect(answered.messages.at(-1)).toMatchObject({
    body: 'Sigue igual, árbol.',
    side: 'customer',
    visibility: 'public',
    author: { id: cast.user.id },
  });
  // Handed over again, it is the same mail.
  expect((await deliver(raw)).statusCode).toBe(204);
  expect(await bodies(ticket.id)).toEqual(['Arreglado', 'Sigue igual, árbol.']);
});

// U1
test('files come along under the same rules, and HTML as its words', async () => {
  const ticket = await open();
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  const part = (type: string, content: string | Buffer, ...headers: string[]) =>
    [
      '--b',
      `Content-Type: ${type}`,
      'Content-Transfer-Encoding: base64',
      ...headers,
      '',
      Buffer.from(content).toString('base64'),
    ].join('\n');
  const attached = (name: string) => `Content-Disposition: attachment; filename="${name}"`;
  const html =
    '<style>x{}</style><p>Va <b>esto</b> &amp; m&#225;s&#x21;</p><script>1</script><blockquote>Arreglado</blockquote>';
  const raw = mail(
    addressOf(ticket, cast.user),
    cast.user,
    [
      part('text/html; charset=utf-8', html),
      part('image/png', picture, attached('../captura.png')),
      part('text/csv', 'a;b\r\n', attached('datos.csv')),
      part('text/html', '<script>1</script>', attached('malo.html')),
      part(DOCUMENT.docx, letter([{ name: 'word/vbaProject.bin', content: 'x' }]), attached('carta.docx')),
      '--b--',
    ].join('\n'),
    { 'Content-Type': 'multipart/mixed; boundary=b' },
  );
  expect((await deliver(raw)).statusCode).toBe(204);
  const [message] = (await read(ticket.id)).messages;
  expect(message?.body).toBe('Va esto & más!\n\n[Archivos no admitidos: malo.html, carta.docx]');
  expect(message?.attachments).toMatchObject([
    { name: 'captura.webp', type: 'image/webp', width: 60 },
    { name: 'datos.csv', type: 'text/csv' },
  ]);
});

// T2
test('counts only from the address of whoever it was written to, who still reads that ticket', async () => {
  const ticket = await open();
  const { user, admin } = cast;
  const other = await server.makePerson({
    role: 'admin',
    organization_id: (await server.makeOrganization()).id,
  });
  const to = addressOf(ticket, user);
  const refused = [
    mail(to, admin, 'De otra persona'),
    mail(addressOf(ticket, other), other, 'De otra empresa'),
    mail(to.replace(/\+./, to.includes('+a') ? '+b' : '+a'), user, 'Sin firma'),
    mail('soporte@ayuda.test', user, 'Sin clave'),
    mail(to, user, 'Dos', { From: `${user.email}, ${admin.email}` }),
    `From: ${admin.email}\r\n${mail(to, user, 'Dos cabeceras')}`,
    mail(to, user, 'Inyectada', { From: `"${user.email}" <${admin.email}>` }),
  ];
  for (const raw of refused) {
    const reply = await deliver(raw);
    expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([404, 'object.not_found']);
  }
  const gone = await server.makePerson({ organization_id: cast.organization.id });
  const theirs = await open(gone);
  await server.database.pool.query('update profiles set is_active = false where id = $1', [gone.id]);
  expect((await deliver(mail(addressOf(theirs, gone), gone, 'Sigo aquí'))).statusCode).toBe(404);
  expect([...(await bodies(ticket.id)), ...(await bodies(theirs.id))]).toEqual([]);
  await post(user, `/${ticket.id}/close`, {});
  expect((await deliver(mail(to, user, 'Tarde'))).json<ErrorBody>().code).toBe('ticket.wrong_status');
});

test('what machines write is taken and forgotten, and so is an answer without words', async () => {
  const ticket = await open();
  const to = addressOf(ticket, cast.user);
  const machines = [
    { 'Auto-Submitted': 'auto-replied' },
    { 'Return-Path': '<>' },
    { Precedence: 'bulk' },
    { 'Content-Type': 'multipart/report; boundary=x' },
    { 'List-Id': '<a.test>' },
  ];
  for (const headers of machines)
    expect((await deliver(mail(to, cast.user, 'Fuera', headers))).statusCode).toBe(204);
  expect((await deliver(mail(to, cast.user, '> solo una cita\n'))).statusCode).toBe(204);
  expect(await bodies(ticket.id)).toEqual([]);
});

// A14
test('an address ends 30 days after its ticket was closed, and opening it again brings it back to nobody', async () => {
  const ticket = await open();
  const newest = async () => (await queuedMails(server.database, cast.user.email)).at(-1)?.reply_to ?? '';
  const answer = async (to: string) => (await deliver(mail(to, cast.user, `Hola ${unique()}`))).statusCode;
  const closedFor = (days: number) =>
    server.database.pool.query(
      `update tickets set closed_at = now() - make_interval(days => $2) where id = $1`,
      [ticket.id, days],
    );
  const staff = (change: 'close' | 'reopen' | 'messages', payload: object = {}) =>
    post(cast.super_admin, `/${ticket.id}/${change}`, payload);
  const said = { body: 'Ya está', seen_message_id: null, confirm_answered: true };
  await staff('messages', said);
  const first = await newest();
  expect(await answer(first)).toBe(204);
  await staff('close');
  expect(await answer(first)).toBe(409);
  // Opened again in time, the mails of before are still answered.
  await closedFor(29);
  expect(await answer(first)).toBe(409);
  await staff('reopen');
  expect(await answer(first)).toBe(204);
  await staff('close');
  await closedFor(31);
  expect(await answer(first)).toBe(404);
  await staff('reopen', { message: 'Lo vemos de nuevo' });
  expect(await answer(first)).toBe(404);
  const second = await newest();
  expect(second).not.toBe(first);
  expect(await answer(second)).toBe(204);
  await staff('messages', said);
  expect(await newest()).toBe(second);
});

test('addresses in mails of earlier versions are still answered', () => {
  const config = { authSecret: 's'.repeat(32), inboundMail: { secret: 'x', address: 'a+{token}@b.test' } };
  const profile_id = '01890000-0000-7000-8000-00000000002a';
  expect(replyAddressOf(config, { number: 123_456, generation: 0, profile_id })).toBe(
    'a+aaaadysaageqaaaaabyabaaaaaaaaaaafjgbyjeohfw5dkiar4@b.test',
  );
});

test('needs the secret, a mail, and no more than 15 MB; hostile ones make no fault', async () => {
  const ticket = await open();
  const to = addressOf(ticket, cast.user);
  const codeOf = async (reply: ReturnType<typeof deliver>) => (await reply).json<ErrorBody>().code;
  const raw = mail(to, cast.user, 'Hola');
  expect(await codeOf(deliver(raw, { 'x-inbound-mail-secret': 'otro' }))).toBe('session.required');
  expect(await codeOf(deliver(raw, { 'x-inbound-mail-secret': '' }))).toBe('session.required');
  expect(await codeOf(deliver('{}', { 'content-type': 'application/json' }))).toBe(
    'request.unsupported_media',
  );
  expect(await codeOf(deliver(raw + 'x'.repeat(15 * 1024 * 1024)))).toBe('request.too_large');
  const hostile = [
    '\0'.repeat(100),
    `${'a: b\r\n'.repeat(100_000)}\r\n`,
    mail(to, cast.user, 'x', { 'Content-Type': 'text/plain; charset=no-such' }),
    mail(to, cast.user, '--b\n'.repeat(5_000), { 'Content-Type': 'multipart/mixed; boundary=b' }),
    mail(to, cast.user, `<div ${'<'.repeat(200_000)}`, { 'Content-Type': 'text/html' }),
    mail(to, cast.user, '\u202e\u0000\ud800 hola'),
  ];
  for (const each of hostile) expect((await deliver(each)).statusCode).toBeLessThan(500);
});

test('without configuration there is no such address', async () => {
  const plain = await startTestServer({ database: server.database });
  const reply = await plain.app.inject({
    method: 'POST',
    url: '/api/inbound-mail',
    payload: 'x',
    headers: { 'x-inbound-mail-secret': SECRET, 'content-type': 'message/rfc822' },
  });
  expect([reply.statusCode, reply.json<ErrorBody>().code]).toEqual([404, 'request.not_found']);
  await plain.close();
});
