import { once } from 'node:events';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { openPostgres } from '../database/database.ts';
import { startTestServer } from '../testing/server.ts';
import { Wire } from '../testing/wire.ts';
import { openJobs } from './jobs.ts';
import type { Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });

describe('jobs', () => {
  let database: TestDatabase;
  const instances: Jobs[] = [];
  const done: number[] = [];
  let failures = 0;
  const several: number[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    for (let n = 0; n < 2; n++) {
      const jobs = await openJobs(log, database);
      jobs.work<{ number: number }>('count', async ({ number }) => {
        done.push(number);
      });
      jobs.work('fail-once', async () => {
        failures++;
        if (failures === 1) throw new Error('the first attempt fails');
      });
      jobs.work<{ number: number }>(
        'several',
        async ({ number }) => {
          several.push(number);
          if (number === 2 && several.filter((each) => each === 2).length === 1)
            throw new Error('the first attempt fails');
        },
        { at_once: 4 },
      );
      instances.push(jobs);
    }
  });
  afterAll(async () => {
    await Promise.all(instances.map((jobs) => jobs.stop()));
    await database.close();
  });

  // M2: what is queued in a transaction lives and dies with it, and is done once by all the instances together.
  it('are done once where their transaction commits, and never where it does not', async () => {
    const [jobs] = instances as [Jobs];
    const refused = database.withSystem('test', async (db) => {
      await jobs.send(db, 'count', { number: -1 });
      throw new Error('changed my mind');
    });
    await expect(refused).rejects.toThrow('changed my mind');
    await database.withSystem('test', async (db) => {
      for (let number = 0; number < 20; number++) await jobs.send(db, 'count', { number });
    });
    expect(done).toEqual([]);
    await Promise.all(instances.map((each) => each.start()));
    await expect.poll(() => countOpen('count'), { timeout: 30_000 }).toBe(0);
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  });

  it('are tried again after a failure', async () => {
    const [jobs] = instances as [Jobs];
    await database.withSystem('test', (db) => jobs.send(db, 'fail-once', {}));
    await expect.poll(() => countOpen('fail-once'), { timeout: 30_000 }).toBe(0);
    expect(failures).toBe(2);
  });

  it('of several at a time one fails, and is alone tried again', async () => {
    const [jobs] = instances as [Jobs];
    const sent = Array.from({ length: 12 }, (_, number) => ({ number }));
    await database.withSystem('test', (db) => jobs.sendAll(db, 'several', sent));
    await expect.poll(() => countOpen('several'), { timeout: 30_000 }).toBe(0);
    expect(several.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('of every day are done by a server that was off at their hour, once', async () => {
    const at = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, '0')}:30`;
    const days: string[] = [];
    const start = async (day: string) => {
      const jobs = await openJobs(log, database);
      jobs.daily('once-a-day', at, async () => {
        days.push(day);
      });
      instances.push(jobs);
      await jobs.start();
    };
    await start('the first');
    await Promise.all(instances.splice(0).map((jobs) => jobs.stop()));
    // As after a day on which no server ran or looked for due jobs.
    await database.pool.query(`update jobs.schedule set created_on = now() - interval '2 days'`);
    await database.pool.query(`update jobs.version set cron_on = now() - interval '25 hours'`);
    await start('the second');
    await expect.poll(() => days, { timeout: 30_000 }).toEqual(['the second']);
  });

  it('begin once a database that is away, or too busy to answer, is there', async () => {
    const url = new URL(database.url);
    const wire = new Wire(path.join(decodeURIComponent(url.hostname), '.s.PGSQL.5432'));
    await wire.mend();
    const far = openPostgres(wire.urlOf(url), 4);
    const lines = new PassThrough();
    const jobs = await openJobs(pino({ level: 'warn' }, lines), far);
    const met: string[] = [];
    jobs.work<{ name: string }>('late', async ({ name }) => {
      met.push(name);
    });
    await wire.cut();
    const told = once(lines, 'data');
    const started = jobs.start();
    expect(String(await Promise.race([told, started]))).toContain('the queue of jobs is not reached');
    await wire.mend();
    await started;
    await database.withSystem('a job for a test', (db) => jobs.send(db, 'late', { name: 'a guest' }));
    await expect.poll(() => met).toEqual(['a guest']);
    await jobs.stop();
    await far.close();
    await wire.cut();
  });

  // M2: only the queue reads what is queued: mails and their links.
  it.each(['atalaya_tenant', 'atalaya_system'])('cannot be read by %s', async (role) => {
    const client = await database.pool.connect();
    await client.query(`begin; set local role ${role}`);
    await expect(client.query('select data from jobs.job')).rejects.toThrow('permission denied');
    await client.query('rollback');
    client.release();
  });

  async function countOpen(queue: string): Promise<number> {
    const { rows } = await database.pool.query(
      `select count(*) as open from jobs.job where name = $1 and state not in ('completed', 'failed')`,
      [queue],
    );
    return rows[0].open;
  }
});

it('whatever is done at one hour of the day alone is done later by a server that was off then', async () => {
  const server = await startTestServer();
  await server.platform.jobs.start();
  const { rows } = await server.database.pool.query<{ isDaily: boolean; missed: string }>(
    `select cron not like '% * * * *' as "isDaily", options ->> 'missed' as missed from jobs.schedule`,
  );
  expect(rows.filter(({ isDaily }) => isDaily).length).toBeGreaterThan(5);
  expect(rows.filter(({ isDaily, missed }) => isDaily && missed !== 'once')).toEqual([]);
  await server.close();
});
