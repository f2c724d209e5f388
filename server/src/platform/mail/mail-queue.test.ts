import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STRANGER_MAILS_PER_HOUR } from '@atalaya/contract/limits';
import { loadConfig } from '../core/config.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { startSmtp } from '../testing/smtp.ts';
import type { TestSmtp } from '../testing/smtp.ts';
import { openMail } from './mail.ts';

/** Mails that wait while a reset leaves; `npm run long-tests` takes 50,000. */
const WAITING = Number(process.env['MAILS'] ?? 1500);

const dataDir = mkdtempSync(join(tmpdir(), 'atalaya-mails-'));
const cleanups: (() => unknown)[] = [];
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(hooks: Parameters<typeof startSmtp>[0] = {}) {
  const smtp = await startSmtp(hooks);
  cleanups.push(smtp.close);
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SMTP_URL: smtp.url });
  const log = pino({ level: 'silent' });
  const jobs = await openJobs(log, database);
  cleanups.push(() => jobs.stop());
  const mail = openMail(config, log, jobs, database);
  const queue = async (lane: 'security' | 'bulk', organization_id: string | null, addresses: string[]) => {
    for (let at = 0; at < addresses.length; at += 1000)
      await database.withSystem('queue mails for a test', (db) =>
        mail.enqueueAll(
          db,
          addresses
            .slice(at, at + 1000)
            .map((to) => ({ to, subject: 'Hola', html: '<p>Hola</p>', text: 'Hola' })),
          { lane, organization_id },
        ),
      );
  };
  return { smtp, jobs, mail, queue };
}

const addresses = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${name}-${n}@example.test`);
const arrived = ({ received }: TestSmtp, address: string) =>
  received.flatMap(({ to }) => to).includes(address);

// M4
test('a security mail leaves within five seconds while any number of other mails wait', async () => {
  const { smtp, jobs, queue } = await open();
  await queue('bulk', randomUUID(), addresses('aviso', WAITING));
  await jobs.start();
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBeGreaterThan(5);
  const asked = performance.now();
  await queue('security', null, ['ana@example.test']);
  await expect.poll(() => arrived(smtp, 'ana@example.test'), { timeout: 30_000, interval: 20 }).toBe(true);
  const took = performance.now() - asked;
  expect(took).toBeLessThan(5000);
  const { rows } = await database.pool.query('select count(*)::int as left from mail.queue');
  expect(rows[0].left).toBeGreaterThan(WAITING / 10);
}, 300_000);

// M4
test.each(['security', 'bulk'] as const)(
  'organizations take turns in the lane %s: who has three mails does not wait behind who has hundreds',
  async (lane) => {
    const { smtp, mail, queue } = await open();
    await queue(lane, randomUUID(), addresses('muchos', 300));
    await queue(lane, randomUUID(), addresses('tres', 3));
    await queue(lane, null, addresses('nadie', 3));
    await mail.sendDue();
    const order = smtp.received.flatMap(({ to }) => to);
    expect(order).toHaveLength(306);
    expect(new Set(order).size).toBe(306);
    for (const last of ['tres-2@example.test', 'nadie-2@example.test'])
      expect(order.indexOf(last)).toBeLessThan(40);
  },
);

// M4
test('connections that hang do not stop the mails behind them', async () => {
  const { smtp, jobs, queue } = await open({
    onRcptTo: ({ address }, _session, done) => {
      if (!address.startsWith('cuelga')) done();
    },
  });
  for (const lane of ['security', 'bulk'] as const) {
    await queue(lane, null, addresses(`cuelga-${lane}`, 5));
    await queue(lane, null, addresses(lane, 20));
  }
  await jobs.start();
  await expect.poll(() => smtp.received.length, { timeout: 15_000 }).toBe(40);
});

// M2
test('every attempt carries the same Message-ID, and several processes send each mail once', async () => {
  let refusing = true;
  const { smtp, mail, queue } = await open({
    onRcptTo: (_address, _session, done) => done(refusing ? new Error('mailbox busy') : null),
  });
  const log = pino({ level: 'silent' });
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SMTP_URL: smtp.url });
  const other = openMail(config, log, await openJobs(log, database), database);
  await queue('bulk', randomUUID(), addresses('uno', 60));
  const { rows } = await database.pool.query('select id from mail.queue order by id');
  await mail.sendDue();
  expect(smtp.received).toEqual([]);
  refusing = false;
  await database.pool.query('update mail.queue set due_at = now()');
  await Promise.all([mail.sendDue(), other.sendDue()]);
  const ids = await Promise.all(
    smtp.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId?.slice(1, 37)),
  );
  expect(ids).toHaveLength(rows.length);
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
});

/** A mail server that accepts nothing until told. */
async function openRefusing() {
  let refusing = true;
  const opened = await open({
    onRcptTo: (_address, _session, done) => done(refusing ? new Error('mailbox busy') : null),
  });
  return { ...opened, accept: () => (refusing = false) };
}
const waiting = async () => (await database.pool.query('select attempts from mail.queue')).rows;

// M2
test('a mail is given up two days after its first attempt, in ever longer pauses', async () => {
  const { mail, queue } = await openRefusing();
  await queue('bulk', null, ['ana@example.test']);
  const pauses: number[] = [];
  for (;;) {
    await mail.sendDue();
    const { rows } = await database.pool.query(
      'select extract(epoch from due_at - now())::float as seconds from mail.queue',
    );
    if (rows.length === 0) break;
    pauses.push(rows[0].seconds);
    await database.pool.query('update mail.queue set due_at = now()');
  }
  expect(pauses[0]).toBeLessThan(16);
  expect(pauses.at(-1)).toBeGreaterThan(3.5 * 3600);
  const hours = pauses.reduce((sum, seconds) => sum + seconds, 0) / 3600;
  expect(Math.round(hours)).toBe(48);
});

// M2
test('a mail that has waited for days before its first attempt is not given up at it', async () => {
  const { smtp, mail, queue, accept } = await openRefusing();
  await queue('bulk', null, ['ana@example.test']);
  await database.pool.query(`update mail.queue set created_at = now() - interval '3 days'`);
  await mail.sendDue();
  expect(await waiting()).toEqual([{ attempts: 1 }]);
  accept();
  await database.pool.query('update mail.queue set due_at = now()');
  await mail.sendDue();
  expect(arrived(smtp, 'ana@example.test')).toBe(true);
});

// R6
test('a mail that is written already waits for the budget too, where nobody has proven its address', async () => {
  const { smtp, mail } = await open();
  const organization_id = randomUUID();
  const hello = { to: 'ana@example.test', subject: 'Hola', html: '<p>Hola</p>', text: 'Hola' };
  const queueSix = (to_stranger: boolean, to: string) =>
    database.withSystem('queue mails for a test', (db) =>
      mail.enqueueAll(
        db,
        Array.from({ length: 6 }, () => ({ ...hello, to })),
        { lane: 'bulk', organization_id, to_stranger },
      ),
    );
  await queueSix(true, 'extrana@example.test');
  await queueSix(false, 'conocida@example.test');
  await mail.sendDue();
  const count = (to: string) => smtp.received.filter((each) => each.to.includes(to)).length;
  expect([count('extrana@example.test'), count('conocida@example.test')]).toEqual([5, 6]);
  // What waits was not tried.
  expect(await waiting()).toEqual([{ attempts: 0 }]);
  await database.pool.query(`update rate_limits set resets_at = now() - interval '1 second'`);
  await database.pool.query('update mail.queue set held_until = now()');
  await mail.sendDue();
  expect(count('extrana@example.test')).toBe(6);
});

// F5
test('the last share of a budget is for the mail whose turn is first, however long it takes to be looked up', async () => {
  const { smtp, mail } = await open();
  const organization_id = randomUUID();
  const [slow, quick] = [randomUUID(), randomUUID()];
  const to = (about: string) => `${about}@example.test`;
  mail.composes('letter', {
    find: async (about) => {
      if (about === slow) for (let n = 0; n < 50; n++) await database.pool.query('select 1');
      const write = async () => ({ to: to(about), subject: 'Hola', html: '<p>Hola</p>', text: 'Hola' });
      return { proven: false, write };
    },
  });
  // One share is left of the hour.
  await database.withSystem('queue mails for a test', (db) =>
    mail.enqueueAll(
      db,
      addresses('antes', STRANGER_MAILS_PER_HOUR - 1).map((each) => ({
        to: each,
        subject: 'Hola',
        html: '<p>Hola</p>',
        text: 'Hola',
      })),
      { lane: 'bulk', organization_id, to_stranger: true },
    ),
  );
  await mail.sendDue();
  const later = (about: string) => ({
    composer: 'letter',
    about,
    to: to(about),
    organization_id,
    to_stranger: true,
  });
  await database.withSystem('queue mails for a test', async (db) => {
    await mail.enqueueLater(db, [later(quick)]);
    await mail.enqueueLater(db, [later(slow)], { ahead: true });
  });
  await mail.sendDue();
  expect([arrived(smtp, to(slow)), arrived(smtp, to(quick))]).toEqual([true, false]);
});

test('stopping cuts what hangs, and what did not leave is sent by the next process', async () => {
  let hangs = true;
  const { smtp, jobs, queue } = await open({
    onRcptTo: (_address, _session, done) => {
      if (!hangs) done();
    },
  });
  await queue('bulk', null, ['ana@example.test']);
  await jobs.start();
  await expect
    .poll(async () => (await database.pool.query('select attempts from mail.queue')).rows)
    .toEqual([{ attempts: 1 }]);
  const since = performance.now();
  await jobs.stop();
  expect(performance.now() - since).toBeLessThan(9000);
  hangs = false;
  const next = await openJobs(pino({ level: 'silent' }), database);
  cleanups.push(() => next.stop());
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SMTP_URL: smtp.url });
  const mail = openMail(config, pino({ level: 'silent' }), next, database);
  await database.pool.query('update mail.queue set due_at = now()');
  await mail.sendDue();
  expect(arrived(smtp, 'ana@example.test')).toBe(true);
});
