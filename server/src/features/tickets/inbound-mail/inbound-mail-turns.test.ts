import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ErrorBody } from '@atalaya/contract/errors';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBucket } from '../../../platform/testing/s3.ts';
import { startTestServer, unique } from '../../../platform/testing/server.ts';
import type { Cast, TestServer } from '../../../platform/testing/server.ts';
import { replyAddressOf } from './reply-address.ts';

const SECRET = 'a secret of the mail server, long enough';
const INBOUND = { INBOUND_MAIL_SECRET: SECRET, INBOUND_MAIL_ADDRESS: 'soporte+{token}@ayuda.test' };

let server: TestServer;
let cast: Cast;
let port: number;
let bucket: Awaited<ReturnType<typeof openTestBucket>>;
beforeAll(async () => {
  bucket = await openTestBucket();
  server = await startTestServer({
    env: { ...INBOUND, ...bucket.env },
    timeouts: { head: 10_000, whole: 60_000, check: 1_000, silence: 1_000 },
  });
  cast = await server.makeCast();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
  server.send({ method, url, cookie: cast.user.cookie, ...(payload ? { payload } : {}) });
const open = async () =>
  (await send('POST', '/api/tickets', { title: 'Correo', description: 'No va.' })).json<TicketDetail>();
const messagesOf = async ({ id }: TicketDetail) =>
  (await send('GET', `/api/tickets/${id}`)).json<TicketDetail>().messages.map(({ body }) => body);
const headOf = ({ number }: TicketDetail, more = '') =>
  `From: ${cast.user.email}\r\nTo: ${replyAddressOf(server.platform.config, { number, generation: 0, profile_id: cast.user.id }) ?? ''}\r\n` +
  `Message-ID: <${unique()}@test>\r\n${more}\r\n`;
/** Hands a mail over as a mail server does, on a connection of its own. */
async function deliver(mail: string): Promise<{ status: number; retry: string | undefined; code: string }> {
  const body = Buffer.from(mail);
  const sent = request({
    port,
    method: 'POST',
    path: '/api/inbound-mail',
    agent: false,
    headers: {
      'x-inbound-mail-secret': SECRET,
      'content-type': 'message/rfc822',
      'content-length': body.length,
    },
  });
  const answered = once(sent, 'response');
  sent.end(body);
  const [answer] = (await answered) as [IncomingMessage];
  const said = await text(answer);
  const code = said === '' ? '' : (JSON.parse(said) as ErrorBody).code;
  return { status: answer.statusCode ?? 0, retry: answer.headers['retry-after'], code };
}
/** Begins to hand a mail over, and stops. */
function stall(ticket: TicketDetail): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/inbound-mail HTTP/1.1\r\nHost: localhost\r\nX-Inbound-Mail-Secret: ${SECRET}\r\n` +
      `Content-Type: message/rfc822\r\nContent-Length: 100000\r\n\r\n${headOf(ticket)}Hola`,
  );
  return socket;
}

// P5
test('mail servers that stop in the middle keep nobody waiting but for a moment', async () => {
  const ticket = await open();
  let asked = 0;
  server.app.server.on('request', () => (asked += 1));
  // As many as have a turn at once, and more.
  const ends = Array.from({ length: 6 }, () => text(stall(ticket)).catch(() => ''));
  await expect.poll(() => asked).toBe(6);
  expect(await deliver(`${headOf(ticket)}Ya llego`)).toMatchObject({ status: 204 });
  await Promise.all(ends);
  expect(await messagesOf(ticket)).toEqual(['Ya llego']);
});

// P5
test('a mail that is nobody’s answer is refused by its headers, before more of it comes', async () => {
  const wrong = 'From: a@b.test\r\nTo: soporte+anything@ayuda.test\r\n\r\nHola';
  const begin = (bytes: number) =>
    `POST /api/inbound-mail HTTP/1.1\r\nHost: localhost\r\nX-Inbound-Mail-Secret: ${SECRET}\r\n` +
    `Content-Type: message/rfc822\r\nContent-Length: ${bytes}\r\n\r\n${wrong}`;
  const socket = connect(port, '127.0.0.1');
  const answer = async () => String(((await once(socket, 'data')) as [Buffer])[0]);
  socket.write(begin(14_000_000));
  expect(await answer()).toMatch(/^HTTP\/1\.1 404 /);
  // Who sends all the same is read to the end, and the connection serves for the next.
  socket.write('x'.repeat(14_000_000 - wrong.length));
  socket.write(begin(wrong.length));
  expect(await answer()).toMatch(/^HTTP\/1\.1 404 /);
  socket.destroy();
});

// P5
test('of 25 mails at once each is taken, or told to come again and then taken', async () => {
  const ticket = await open();
  const mails = Array.from({ length: 25 }, (_, n) => `${headOf(ticket)}Correo ${n}`);
  const first = await Promise.all(mails.map(deliver));
  for (const { status, retry } of first)
    expect([status, retry]).toEqual(status === 204 ? [204, undefined] : [503, '5']);
  const again = mails.filter((_, n) => first[n]?.status === 503);
  expect(again.length).toBeLessThan(10);
  for (const mail of again) expect(await deliver(mail)).toMatchObject({ status: 204 });
  const wanted = mails.map((_, n) => `Correo ${n}`);
  expect((await messagesOf(ticket)).toSorted()).toEqual(wanted.toSorted());
});

// F4
test('a mail whose files cannot be kept now is to come again, whole', async () => {
  const ticket = await open();
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n').toString('base64');
  const mail =
    headOf(ticket, 'Content-Type: multipart/mixed; boundary=b\r\n') +
    `--b\r\nContent-Type: text/plain\r\n\r\nVa adjunto\r\n--b\r\nContent-Type: application/pdf\r\n` +
    `Content-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${pdf}\r\n--b--\r\n`;
  await bucket.close();
  expect(await deliver(mail)).toMatchObject({ status: 503, code: 'storage.unavailable' });
  expect(await messagesOf(ticket)).toEqual([]);
});
