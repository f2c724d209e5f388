import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export type JobOptions = {
  /** Not before so long from now, by the clock of the database. */
  delaySeconds?: number;
  /** Not before this instant, instead. */
  startAfter?: Date;
  /** Attempts after the first; 2 if not given. */
  retryLimit?: number;
  /** Seconds before the next attempt; doubled each time with retryBackoff, up to retryDelayMax. */
  retryDelay?: number;
  retryBackoff?: boolean;
  retryDelayMax?: number;
  /** Seconds after which an attempt that has not ended counts as failed; 900 if not given. */
  expireInSeconds?: number;
};

/** Queues a job in the transaction of `db`, which may have any database role (server/sql/jobs.sql). */
export function sendJob(db: Db, queue: string, data: object, options?: JobOptions): Promise<void> {
  return sendJobs(db, queue, [data], options);
}

/** Queues many jobs of one kind in one statement. */
export async function sendJobs(
  db: Db,
  queue: string,
  data: object[],
  { delaySeconds = 0, startAfter, ...options }: JobOptions = {},
): Promise<void> {
  const start = sql`coalesce(${startAfter?.toISOString() ?? null}::timestamptz,
    now() + make_interval(secs => ${delaySeconds}))`;
  await sql`select public.send_job(${queue}, data, ${JSON.stringify(options)}::jsonb
      || jsonb_build_object('startAfter', ${start}))
    from jsonb_array_elements(${JSON.stringify(data)}::jsonb) as jobs (data)`.execute(db);
}
