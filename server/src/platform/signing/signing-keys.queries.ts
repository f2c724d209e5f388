import { sql } from 'kysely';
import type { SystemDb } from '../database/database.ts';
import type { RowOf } from '../database/columns.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

const sealedKey = columnsOf('signing_keys', 'id', 'public_key', 'private_key');
export type SealedKey = RowOf<typeof sealedKey>;

/** The keys that there are, newest first. */
export async function listSigningKeys(db: SystemDb): Promise<SealedKey[]> {
  const { rows } = await rowsOf(sealedKey)`
    select id, public_key, private_key from signing_keys order by created_at desc, id`.execute(db);
  return rows;
}

/** Who makes a key waits here for the other processes. */
export async function lockSigningKeys(db: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.signing_keys'))`.execute(db);
}

export async function insertSigningKey(
  db: SystemDb,
  { id, public_key, private_key }: SealedKey,
): Promise<void> {
  await sql`insert into signing_keys (id, public_key, private_key)
    values (${id}, ${public_key}, ${private_key})`.execute(db);
}
