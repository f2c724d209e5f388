import { setTimeout as pause } from 'node:timers/promises';
import { getConstructionPlans, PgBoss } from 'pg-boss';
import type { ConstructorOptions, Job } from 'pg-boss';
import type { Pool, QueryResult } from 'pg';
import type { Logger } from 'pino';
import type { Database, Db } from '../database/database.ts';
import { withMigrationLock } from '../database/migrate.ts';
import { isUnavailable } from '../core/errors.ts';
import { sendJob, sendJobs } from './jobs.queries.ts';
import type { JobOptions } from './jobs.queries.ts';

/** Work beside the queues, which begins and ends with them. */
export type Worker = { start(): void; stop(): Promise<void> };

export type Jobs = {
  /** Queues a job in the caller's transaction: it runs after the commit, in one process, or never. */
  send(db: Db, queue: string, data: object, options?: JobOptions): Promise<void>;
  /** The same for many of one kind, in one statement. */
  sendAll(db: Db, queue: string, data: object[], options?: JobOptions): Promise<void>;
  /**
   * Names who does the jobs of a queue, before `start`. A handler that throws is tried again. One job at a time and some
   * two a second, unless `at_once` says how many short ones at a time, and then without a pause.
   */
  work<T extends object>(
    queue: string,
    handler: (data: T) => Promise<void>,
    options?: { at_once: number },
  ): void;
  /** Runs the handler by a cron expression (UTC), in one process of all; named before `start`. */
  schedule(name: string, cron: string, handler: () => Promise<void>): void;
  /** The same once a day, at 'HH:MM' (UTC); a server that was off then does it once it is on. */
  daily(name: string, at: string, handler: () => Promise<void>): void;
  /** Names a worker that runs while jobs do, before `start`. */
  attach(worker: Worker): void;
  /** Begins to do jobs; where the database cannot be reached it goes on trying until `stop`. */
  start(): Promise<void>;
  /** Begins no more jobs and lets running ones end, for eight seconds at most; those that have not are tried again. */
  stop(): Promise<void>;
};

const SCHEMA = 'jobs';
/** How often a queue is looked at; the work of a schedule is less urgent. */
const POLLING_SECONDS = 0.5;
const SCHEDULE_POLLING_SECONDS = 5;
/** Between two tries to reach the queue at the start. */
const RETRY_MS = 500;
/** Less than what stop.ts gives the whole process to end. */
export const STOP_TIMEOUT_MS = 8_000;

type Handler = (data: object) => Promise<void>;

/** Prepares the queue (pg-boss) on a database. Jobs can be sent at once; they run after `start`. */
export async function openJobs(log: Logger, database: Database): Promise<Jobs> {
  await installJobs(database);
  const boss = new PgBoss({ db: overPool(database.pool), schema: SCHEMA });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  const handlers = new Map<string, { handler: Handler; at_once: number }>();
  const schedules = new Map<string, { cron: string; missed: 'skip' | 'once' }>();
  const workers: Worker[] = [];

  const register = (queue: string, handler: Handler, at_once = 1) => {
    if (handlers.has(queue)) throw new Error(`the queue ${queue} has a handler already`);
    handlers.set(queue, { handler, at_once });
  };
  // Who is told to stop while starting leaves the rest.
  let stopping = false;
  let starting = Promise.resolve();
  const insist = (step: () => Promise<void>) => untilReached(log, () => stopping, step);
  const begin = async () => {
    await insist(() => startBoss(boss));
    for (const [queue, { handler, at_once }] of handlers) {
      const seconds = schedules.has(queue) ? SCHEDULE_POLLING_SECONDS : POLLING_SECONDS;
      await insist(() =>
        serve(boss, queue, { seconds, at_once }, (job) => perform(log, queue, handler, job)),
      );
    }
    for (const [name, { cron, missed }] of schedules)
      await insist(() => boss.schedule(name, cron, null, { missed }));
    if (!stopping) for (const worker of workers) worker.start();
  };
  return {
    send: sendJob,
    sendAll: sendJobs,
    work: (queue, handler, options) => register(queue, handler as Handler, options?.at_once),
    schedule: (name, cron, handler) => {
      register(name, handler);
      // The next one is never far: they need not all be done at once, nor out of their order.
      schedules.set(name, { cron, missed: 'skip' });
    },
    daily: (name, at, handler) => {
      register(name, handler);
      const [hour, minute] = at.split(':').map(Number);
      schedules.set(name, { cron: `${minute} ${hour} * * *`, missed: 'once' });
    },
    attach: (worker) => {
      workers.push(worker);
    },
    start: () => (starting = begin()),
    stop: async () => {
      stopping = true;
      await starting.catch(() => undefined);
      await Promise.all([
        boss.stop({ graceful: true, close: false, timeout: STOP_TIMEOUT_MS }),
        ...workers.map((worker) => worker.stop()),
      ]);
    },
  };
}

/**
 * Does a step of the start, again and again while the database cannot be reached: requests are answered already, and a
 * database that is too busy for a moment must not end the process.
 */
async function untilReached(log: Logger, isOver: () => boolean, step: () => Promise<void>): Promise<void> {
  while (!isOver())
    try {
      return await step();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'the queue of jobs is not reached: it is tried again');
      await pause(RETRY_MS);
    }
}

async function startBoss(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    // What it began before it failed would run twice.
    await boss.stop({ graceful: false, close: false }).catch(() => undefined);
    throw error;
  }
}

/**
 * Makes the tables of pg-boss where they are missing, in one process of those that start together; `start` upgrades
 * those of an older one, under a lock of its own.
 */
export async function installJobs(database: Database): Promise<void> {
  await withMigrationLock(database.pool, async (client) => {
    const { rows } = await client.query<{ version: string | null }>(
      `select to_regclass('${SCHEMA}.version') as version`,
    );
    if (rows[0]?.version) return;
    const script = getConstructionPlans(SCHEMA);
    // It brings a transaction of its own, and would end the one that holds the lock.
    await client.query(script.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''));
  });
}

async function serve(
  boss: PgBoss,
  queue: string,
  { seconds: pollingIntervalSeconds, at_once: batchSize }: { seconds: number; at_once: number },
  perform: (job: Job<object>) => Promise<boolean>,
): Promise<void> {
  await boss.createQueue(queue);
  // Each on its own: where one of several fails, the others are done.
  const options = {
    batchSize,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds,
  } as const;
  await boss.work<object>(queue, options, (jobs) =>
    Promise.all(
      jobs.map(async (job) => ({
        id: job.id,
        status: (await perform(job)) ? ('completed' as const) : ('failed' as const),
      })),
    ),
  );
}

/** Whether it went well. */
async function perform(log: Logger, queue: string, handler: Handler, job: Job<object>): Promise<boolean> {
  try {
    await handler(job.data ?? {});
    return true;
  } catch (error) {
    log.warn({ err: error, queue, job: job.id }, 'a job failed');
    return false;
  }
}

/** The pool as pg-boss wants it. Its scripts hold several statements, whose results it reads as one. */
function overPool(pool: Pool): NonNullable<ConstructorOptions['db']> {
  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result: QueryResult<object> | QueryResult<object>[] = await client.query(text, values);
        client.release();
        return { rows: [result].flat().flatMap((each) => each.rows ?? []) };
      } catch (error) {
        // A script that failed halfway has left its transaction open.
        await client.query('rollback').then(
          () => client.release(),
          () => client.release(true),
        );
        throw error;
      }
    },
  };
}
