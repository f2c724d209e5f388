import { createServer } from 'node:tls';
import type { TLSSocket, TlsOptions } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestServer } from '../../platform/testing/server.ts';
import { NO_RSYSLOG, hasRsyslog } from '../../platform/testing/rsyslog-program.ts';
import { makeAuthority } from '../../platform/testing/certificates.ts';
import type { EntryRecord, Written } from './record.ts';
import { openOutside, sendTo } from './send-batch.ts';
import { startRsyslog } from './testing/rsyslog.ts';
import { write } from './write-record.ts';

const isThere = hasRsyslog();
if (!isThere) process.stderr.write(`${NO_RSYSLOG}\n`);

const authority = makeAuthority();
const receiver = authority.issue({ name: 'receiver of a test', host: 'localhost' });
const ours = authority.issue({ name: 'sender of a test' });
const foreign = makeAuthority();

const entry = (nth: number, values: Partial<EntryRecord> = {}): Written => {
  const id = `01a20448-1303-7000-9218-9846b8ddfe${String(nth).padStart(2, '0')}`;
  const record: EntryRecord = {
    kind: 'entry',
    id,
    at: '2026-03-05T10:00:00.123Z',
    action: 'user.updated',
    object: { type: 'user', id: null },
    organization: null,
    actor: { id: null, email: 'ana@x.test', name: 'Ana Muñoz 😀', api_key_id: null },
    ip_address: null,
    user_agent: null,
    request_id: null,
    before: null,
    after: { nth },
    complete: true,
    order: nth,
    chain: { name: 'system', lane: 0, position: nth, hash: 'aa', previous_hash: null },
    ...values,
  };
  return write(id, record, 'plain');
};

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Sink = { url: string; authority?: string; certificate?: string };

/** Sends records to a receiver as a worker does; `allowed`: hosts of private networks that it may reach. */
async function send(
  { url, authority: ca = '', certificate = '' }: Sink,
  records: Written[],
  allowed: string,
  key = '',
) {
  const server = await startTestServer({ env: { OUTBOUND_ALLOWED_HOSTS: allowed } });
  ends.push(() => server.close());
  const outside = await openOutside(server.platform, new AbortController().signal, 15_000);
  return sendTo(
    { kind: 'syslog', url, authority: ca, certificate },
    { secrets: { client_key: key }, batch: { id: 'x', records }, outside },
  );
}

// SIEM16
describe.runIf(isThere)('beside rsyslog', () => {
  test('messages arrive whole, in their order, with their time, whatever they hold; none of one who is not known', async () => {
    const rsyslog = await startRsyslog(authority);
    ends.push(() => rsyslog.close());
    const long = 'ñ'.repeat(20_000);
    const records = [
      entry(1),
      entry(2, { after: { text: 'line\nbreak "quoted" \u2028' } }),
      entry(3, { after: { long } }),
    ];
    const sink = { url: rsyslog.url, authority: authority.certificate };
    const unknown = await send(sink, records, rsyslog.host);
    expect(unknown.problem).not.toBeNull();
    expect(rsyslog.logged()).toEqual([]);
    const known = { ...sink, certificate: ours.certificate };
    expect(await send(known, records, rsyslog.host, ours.key)).toMatchObject({ problem: null });
    await expect.poll(() => rsyslog.logged().length, { timeout: 10_000 }).toBe(3);
    const logged = rsyslog.logged();
    expect(logged[0]).toMatchObject({ app: 'atalaya', id: 'audit', priority: '110' });
    expect(new Date(logged[0]?.at ?? '').toISOString()).toBe('2026-03-05T10:00:00.123Z');
    const read = logged.map(({ text }) => JSON.parse(text) as EntryRecord);
    expect(read.slice(0, 2)).toEqual(records.slice(0, 2).map(({ text }) => JSON.parse(text) as EntryRecord));
    expect(read[2]).toMatchObject({ after: null, complete: false, chain: { position: 3 } });
  });
});

async function listen(options: TlsOptions, take: (socket: TLSSocket) => void = (socket) => socket.resume()) {
  const server = createServer({ key: receiver.key, cert: receiver.certificate, ...options }, take);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return { host, url: `tls://${host}` };
}

// SIEM16
test('a message is led by how many octets it has', async () => {
  const parts: Buffer[] = [];
  const { host, url } = await listen({}, (socket) => socket.on('data', (part: Buffer) => parts.push(part)));
  const said = await send({ url, authority: authority.certificate }, [entry(1), entry(2)], host);
  expect(said).toMatchObject({ problem: null });
  let rest = Buffer.concat(parts).toString('latin1');
  const messages: string[] = [];
  while (rest !== '') {
    const [count = ''] = rest.split(' ', 1);
    const from = count.length + 1;
    messages.push(rest.slice(from, from + Number(count)));
    rest = rest.slice(from + Number(count));
  }
  expect(messages).toHaveLength(2);
  for (const message of messages)
    expect(message).toMatch(/^<110>1 2026-03-05T10:00:00\.123Z \S+ atalaya - audit - \{"kind":"entry".*\}$/);
});

// SIEM16
test('a receiver that another authority knows, or that breaks off, has taken nothing', async () => {
  const { host, url } = await listen({});
  const wrong = await send({ url, authority: foreign.certificate }, [entry(1)], host);
  expect(wrong).toMatchObject({ problem: 'certificate' });
  const cutting = await listen({}, (socket) => socket.once('data', () => socket.destroy()));
  const many = Array.from({ length: 90 }, (_, nth) => entry(nth, { after: { long: 'x'.repeat(7_000) } }));
  const cut = await send({ url: cutting.url, authority: authority.certificate }, many, cutting.host);
  expect(cut).toMatchObject({ problem: 'connection' });
});

// SIEM10
test.each(['tls://localhost:1', 'tls://127.0.0.1:1', 'tls://2130706433:1', 'tls://[::1]:1'])(
  'nothing is sent to %s, which leads inside',
  async (url) => {
    expect(await send({ url }, [entry(1)], 'another:1')).toMatchObject({ problem: 'address' });
  },
);
