import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { number } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import { rowsOf } from '../database/rows.ts';

/** Bytes that an organization keeps, by what they are. */
const storedBytes = {
  ticket_files: number,
  imports: number,
};
export type StoredBytes = RowOf<typeof storedBytes>;

export async function readStored(db: Db, organization_id: string): Promise<StoredBytes> {
  const { rows } = await rowsOf(storedBytes)`select * from stored_bytes(${organization_id}::uuid)`.execute(
    db,
  );
  return rows[0] ?? { ticket_files: 0, imports: 0 };
}

/** Until the transaction ends no other adds to what an organization keeps of this kind. */
export async function lockStored(db: Db, organization_id: string, kind: keyof StoredBytes): Promise<void> {
  const key = `atalaya.stored ${kind} ${organization_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
}
