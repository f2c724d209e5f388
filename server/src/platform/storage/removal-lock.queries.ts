import { sql } from 'kysely';
import type pg from 'pg';
import type { SystemDb } from '../database/database.ts';
import { boolean } from '../database/columns.ts';
import { rowsOf } from '../database/rows.ts';

const REMOVALS = `hashtext('atalaya.removals')`;

/** Waits for removals of stored files that are going on, and lets none begin until this session ends or gives them back. */
export async function lockRemovals(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_lock(${REMOVALS})`);
}

/** @throws where the session was lost since, and removals with it */
export async function unlockRemovals(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_advisory_unlock(${REMOVALS})`);
}

/** Whether files may be removed until this transaction ends; others may remove theirs at the same time. */
export async function mayRemove(db: SystemDb): Promise<boolean> {
  const { rows } = await rowsOf({ may: boolean })`
    select pg_try_advisory_xact_lock_shared(${sql.raw(REMOVALS)}) as may`.execute(db);
  return rows[0]?.may ?? false;
}
