import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Session } from '@atalaya/contract/session';
import type { TicketDetail } from '@atalaya/contract/tickets';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../platform/core/config.ts';
import { TEST_SECRET } from '../../../platform/testing/mails.ts';
import { startMeasuredServer } from '../../../platform/testing/measured-server.ts';
import { replyAddressOf } from './reply-address.ts';

/** On a machine that does nothing else the clock is looked at, too, as the task `long-tests` does. */
const QUIET = process.env['QUIET'] === '1';
const MAX = 15 * 1024 * 1024;
const INBOUND = {
  INBOUND_MAIL_SECRET: 'a secret of the mail server, long enough',
  INBOUND_MAIL_ADDRESS: 'soporte+{token}@ayuda.test',
};

const wrong = 'From: a@b.test\r\nTo: soporte+anything@ayuda.test\r\n';

/** A server in a process of its own; `right` are the headers of a mail that is a person's answer. */
async function open() {
  const server = await startMeasuredServer(INBOUND);
  const call = async <T>(path: string, body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const headers = { ...server.headers, ...(body ? { 'content-type': 'application/json' } : {}) };
    return (await (await fetch(server.url + path, { ...init, headers })).json()) as T;
  };
  const { number } = await call<TicketDetail>('/api/tickets', { title: 'Correo', description: 'No va.' });
  const { session } = await call<{ session: Session }>('/api/session');
  const { profile } = session;
  const config = loadConfig({
    NODE_ENV: 'test',
    DATA_DIR: server.dataDir,
    AUTH_SECRET: TEST_SECRET,
    ...INBOUND,
  });
  const to = replyAddressOf(config, { number, generation: 0, profile_id: profile.id }) ?? '';
  return { ...server, right: `From: ${profile.email}\r\nTo: ${to}\r\n` };
}
let server: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  server = await open();
});
afterEach(() => server.close());

/** Begins to hand a mail of so many bytes over, as a mail server does; the status of the answer. */
function begin(bytes: number): { sent: ClientRequest; status: Promise<number> } {
  const sent = request(`${server.url}/api/inbound-mail`, {
    method: 'POST',
    agent: false,
    headers: {
      'x-inbound-mail-secret': INBOUND.INBOUND_MAIL_SECRET,
      'content-type': 'message/rfc822',
      'content-length': bytes,
    },
  });
  const statusOf = async () => {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode ?? 0;
  };
  return { sent, status: statusOf() };
}
async function deliver(raw: string): Promise<number> {
  const body = Buffer.from(raw, 'latin1');
  const { sent, status } = begin(body.length);
  sent.end(body);
  return status;
}
/** Everything is set up for mails; what it was like then. */
async function warmUp() {
  expect([await deliver(`${wrong}\r\nx`), await deliver(`${server.right}\r\nHola`)]).toEqual([404, 204]);
  return server.measure();
}

const filled = (pattern: string, head = '', bytes = MAX - 4_000) =>
  head + pattern.repeat(Math.floor((bytes - head.length) / pattern.length));
const text = (type: string, more = '') => `Content-Type: ${type}\r\n${more}\r\n`;
const mixed = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n';
const nested = () => {
  let mail = '';
  for (let depth = 0; mail.length < MAX / 2; depth++)
    mail += `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
  return mail;
};
const quoted = 'Content-Transfer-Encoding: quoted-printable\r\n';
const base64 = 'Content-Transfer-Encoding: base64\r\n';
const long = '-'.repeat(60);

/** What follows the first headers of a mail. */
const NASTY: Record<string, () => string> = {
  'html of "<style "': () => filled('<style ', text('text/html')),
  'html of "<"': () => filled('<', text('text/html')),
  'html of "< "': () => filled('< ', text('text/html')),
  'html of open comments': () => filled('<!--', text('text/html')),
  'html of "<b> "': () => filled('<b> ', text('text/html')),
  'html of "&#x"': () => filled('&#x', text('text/html')),
  'html of open attributes': () => filled('<div class="', text('text/html')),
  'html of blanks': () => filled(' \t', text('text/html')),
  'lines "a"': () => filled('a\r\n', text('text/plain')),
  'empty lines': () => filled('\n', text('text/plain')),
  'flowed lines': () => filled('> a \r\n', text('text/plain; format=flowed; delsp=yes')),
  'one endless line': () => filled('El lun escribió', text('text/plain')),
  'blanks in one line': () => filled(' ', text('text/plain')),
  'deep nesting': nested,
  'one boundary in itself': () => filled(`--b\r\n${mixed}`, mixed),
  'thousands of parts': () => filled('--b\r\n\r\nx\r\n', mixed),
  'thousands of files': () => filled('--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n', mixed),
  'almost boundaries': () =>
    filled(`--${long}\r\n`, `Content-Type: multipart/mixed; boundary="${long}x"\r\n\r\n`),
  'almost boundaries in one line': () =>
    filled('-', `Content-Type: multipart/mixed; boundary="${long}x"\r\n\r\n`),
  'thousands of headers': () => filled('a: b\r\n'),
  'headers of a part': () => filled('a: b\r\n', `${mixed}--b\r\n`),
  'one endless header': () => filled('a', 'X: '),
  'folded headers': () => filled('\r\n a', 'X: a'),
  'a long boundary': () => filled('b', 'Content-Type: multipart/mixed; boundary="'),
  'encoded words': () => filled('=?utf-8?Q?=41?= ', 'Subject: ', 60_000),
  addresses: () => filled('a@b.test, ', 'Cc: ', 60_000),
  'angles in Cc': () => filled('<"(', 'Cc: ', 60_000),
  parameters: () => `${filled("; name*0*=utf-8''a", 'Content-Type: text/plain', 60_000)}\r\n\r\nx`,
  'a file with no end of parameters': () =>
    `${filled('; filename*1="a', `${mixed}--b\r\nContent-Disposition: attachment`, 60_000)}\r\n\r\nx`,
  'a base64 text': () => filled('QUFB\r\n', text('text/plain', base64)),
  'a base64 file': () =>
    filled(`${'QUFB'.repeat(19)}\r\n`, `${mixed}--b\r\nContent-Type: image/png\r\n${base64}\r\n`),
  'base64 of signs that are none': () => filled('=!', text('text/html', base64)),
  'quoted-printable': () => filled('=3C', text('text/html', quoted)),
  'quoted-printable line ends': () => filled('=\r\n', text('text/plain', quoted)),
  'a quoted-printable file': () =>
    filled('=41=\r\n', `${mixed}--b\r\nContent-Type: image/png\r\n${quoted}\r\n`),
  'a charset that is none': () => filled('\u00ff', text(`text/plain; charset=${'x'.repeat(10_000)}`)),
  'utf-7': () => filled('+ADw-', text('text/html; charset=utf-7')),
  'iso-2022-jp': () => filled('\u001b$B!!', text('text/html; charset=iso-2022-jp')),
  'utf-16': () => filled('\u0000<', text('text/html; charset=utf-16be')),
  'mails in mails': () => filled('Content-Type: message/rfc822\r\n\r\n'),
  'nothing but zeros': () => filled('\0'),
};

// P5
test('no mail of 15 MB keeps others waiting, takes 150 MB or makes a fault, whoever sends it', async () => {
  const before = await warmUp();
  const outcomes: Record<string, unknown> = {};
  for (const [what, make] of Object.entries(NASTY))
    for (const [whose, head] of [
      ['a stranger', wrong],
      ['a person', server.right],
    ] as const) {
      const status = await deliver(head + make());
      const { worked_ms, still_ms } = await server.measure();
      const still = QUIET ? still_ms : worked_ms;
      if (status >= 500 || still >= 50) outcomes[`${what} of ${whose}`] = { status, worked_ms, still_ms };
    }
  expect(outcomes).toEqual({});
  expect((await server.measure()).peak_mb - before.peak_mb).toBeLessThan(150);
  await warmUp();
}, 300_000);

// P5
test('of mails that come at the same time a few are in memory, and the others stay with who sends them', async () => {
  const before = await warmUp();
  const file = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: image/png\r\n${base64}\r\n`;
  const body = Buffer.from(filled(`${'QUFB'.repeat(19)}\r\n`, server.right + file, 14 * 1024 * 1024));
  const mails = Array.from({ length: 12 }, () => begin(body.length));
  // All but the last byte of each: what has a turn is taken, and keeps it.
  for (const { sent } of mails) sent.write(body.subarray(0, -1));
  const left = () => mails.map(({ sent }) => sent.writableLength);
  let still = 0;
  let last = left();
  await expect
    .poll(
      () => {
        const now = left();
        still = now.every((bytes, n) => bytes === last[n]) ? still + 1 : 0;
        last = now;
        return still >= 10 && now.filter((bytes) => bytes === 0).length >= 2;
      },
      { interval: 50 },
    )
    .toBe(true);
  for (const { sent } of mails) sent.end(body.subarray(-1));
  for (const status of await Promise.all(mails.map((mail) => mail.status)))
    expect([204, 503]).toContain(status);
  expect((await server.measure()).peak_mb - before.peak_mb).toBeLessThan(150);
}, 120_000);
