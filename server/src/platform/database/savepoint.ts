import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Runs fn within a savepoint: what fails in it is taken back and thrown on, and the transaction may go on. */
export async function withSavepoint<T>(db: Db, fn: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await fn();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  }
}
