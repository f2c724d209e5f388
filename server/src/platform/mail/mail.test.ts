import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../core/config.ts';
import { openJobs } from '../jobs/jobs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startSmtp } from '../testing/smtp.ts';
import { renderMail } from './layout.ts';
import { openMail } from './mail.ts';
import { MailError } from './message.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'atalaya-mail-'));
const log: string[] = [];
const logger = pino({ level: 'info', base: null }, { write: (line) => log.push(line) });
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(smtpUrl: string | null) {
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: 'http://atalaya.test' });
  const jobs: Jobs = await openJobs(logger, database);
  cleanups.push(() => jobs.stop());
  return { jobs, mail: openMail({ ...config, smtpUrl }, logger, jobs, database) };
}

const hello = (values: Partial<Parameters<typeof renderMail>[0]> = {}, to = 'ana@example.test') => ({
  to,
  ...renderMail({ language: 'es', subject: 'Hola', title: 'Hola', paragraphs: ['Un texto.'], ...values }),
});

const BULK = { lane: 'bulk', organization_id: null } as const;

// M1
test('what people call themselves adds no header, no recipient and no markup', async () => {
  const smtp = await startSmtp();
  cleanups.push(smtp.close);
  const { mail } = await open(smtp.url);
  const name = 'Eva\r\nBcc: otra@example.test\r\n\r\n<img src=x onerror=alert(1)>';
  const button = { label: '<b>Ir</b>', url: 'http://atalaya.test/?a="><script>1</script>' };
  await mail.deliver({
    ...hello({ subject: `De ${name}`, title: name, paragraphs: [name], footnote: name, button }),
    headers: { 'X-Note': `a\r\nBcc: otra@example.test` },
  });
  expect(smtp.received.map(({ to }) => to)).toEqual([['ana@example.test']]);
  const read = await PostalMime.parse(smtp.received[0]!.raw);
  expect(read.subject).toBe('De Eva Bcc: otra@example.test <img src=x onerror=alert(1)>');
  expect(read.bcc).toBeUndefined();
  expect(read.headers.find(({ key }) => key === 'bcc')).toBeUndefined();
  expect(read.html).not.toMatch(/<(img|script|b)\b/);
  expect(read.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(read.text).toContain('Eva Bcc: otra@example.test <img');
});

test.each(['a@b.test, c@d.test', 'a@b.test\r\nRCPT TO:<c@d.test>', '<a@b.test>', 'nobody'])(
  'an address that is more than one, or none, is refused: %j',
  async (to) => {
    const { mail } = await open('smtp://127.0.0.1:1');
    await expect(mail.deliver(hello({}, to))).rejects.toThrow(MailError);
  },
);

test('a mail has HTML and text, in its language, and nothing from elsewhere', async () => {
  const smtp = await startSmtp();
  cleanups.push(smtp.close);
  const { mail } = await open(smtp.url);
  const button = { label: 'Open', url: 'http://atalaya.test/admin?x=1&y=2' };
  await mail.deliver(hello({ language: 'en', title: 'Hello', button }));
  const read = await PostalMime.parse(smtp.received[0]!.raw);
  expect(read.from?.name).toBe('Atalaya');
  expect(read.html).toContain('<html lang="en">');
  expect(read.html).toContain('href="http://atalaya.test/admin?x=1&amp;y=2"');
  expect(read.html).not.toMatch(/<img|<style|<link|src=|url\(/);
  expect(read.text).toContain('Open:\nhttp://atalaya.test/admin?x=1&y=2');
  expect(read.text).toContain('Automatic message');
});

// M2
test('a queued mail that is refused at first is sent once in the end', async () => {
  let refusals = 0;
  const smtp = await startSmtp({
    onRcptTo: (_address, _session, accept) => {
      refusals += 1;
      if (refusals > 1) return accept();
      return accept(Object.assign(new Error('try later'), { responseCode: 451 }));
    },
  });
  cleanups.push(smtp.close);
  const { mail } = await open(smtp.url);
  await database.withSystem('test', (db) => mail.enqueue(db, hello(), BULK));
  const refused = database.withSystem('test', async (db) => {
    await mail.enqueue(db, hello({}, 'never@example.test'), BULK);
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  await mail.sendDue();
  expect([refusals, smtp.received]).toEqual([1, []]);
  const { rows } =
    await sql`select attempts, due_at > now() + interval '10 seconds' as pauses from mail.queue`.execute(
      database.kysely,
    );
  expect(rows).toEqual([{ attempts: 1, pauses: true }]);
  await sql`update mail.queue set due_at = now()`.execute(database.kysely);
  await mail.sendDue();
  await mail.sendDue();
  expect(refusals).toBe(2);
  expect(smtp.received.map(({ to }) => to)).toEqual([['ana@example.test']]);
});

// A6, I1
test('the database does not know what a queued mail says, and who gets it reads it whole', async () => {
  const smtp = await startSmtp();
  cleanups.push(smtp.close);
  const { jobs, mail } = await open(smtp.url);
  const [waiting, older] = ['luz@example.test', 'mar@example.test'];
  const button = { label: 'Entrar', url: 'http://atalaya.test/admin/reset-password?token=unguessable' };
  await database.withSystem('test', async (db) => {
    await mail.enqueue(db, hello({ button }, waiting), BULK);
    // As versions before have queued it.
    await jobs.send(db, 'mail', { id: randomUUID(), message: hello({ button }, older) });
  });
  const { rows } = await sql<{ row: string }>`
    select m::text as row from mail.queue m where recipient = ${waiting}`.execute(database.kysely);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain('unguessable');
  expect(rows[0]?.row).not.toContain('Un texto.');
  await jobs.start();
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(2);
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual([waiting, older]);
  for (const { raw } of smtp.received) {
    const read = await PostalMime.parse(raw);
    expect(read.text).toContain(button.url);
    expect(read.html).toContain('Un texto.');
  }
});

test('a server that never speaks is given up, and its connection is cut', async () => {
  const sockets: Socket[] = [];
  const cut = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('close', () => cut.resolve())
      .on('error', () => undefined)
      .resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => silent.close());
  const { mail } = await open(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const error = await mail.deliver(hello(), { timeout_ms: 300 }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'MailError', reason: 'timed_out' });
  await cut.promise;
  expect(sockets).toHaveLength(1);
});

test('without SMTP a mail is a file of the outbox, and its link a line of the log', async () => {
  const { mail } = await open(null);
  const button = { label: 'Abrir', url: 'http://atalaya.test/admin/verify-email?token=abc' };
  await mail.deliver(hello({ subject: '¿Qué tal?', button }));
  const files = readdirSync(join(dataDir, 'outbox'));
  expect(files).toEqual([expect.stringMatching(/^\d{4}-.+\.eml$/)]);
  const read = await PostalMime.parse(readFileSync(join(dataDir, 'outbox', files[0]!)));
  expect(read.subject).toBe('¿Qué tal?');
  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: 'mail written to the outbox',
      link: button.url,
      to: ['ana@example.test'],
    }),
  );
});
