import { sql } from 'kysely';
import type { SystemDb } from '../database/database.ts';
import type { RowOf } from '../database/columns.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

const sealedKey = columnsOf('signing_keys', 'id', 'public_key', 'private_key', 'certificate');
export type SealedKey = RowOf<typeof sealedKey>;

/** The keys that there are, newest first: those with a certificate, or those without. */
export async function listSigningKeys(db: SystemDb, is_certified: boolean): Promise<SealedKey[]> {
  const { rows } = await rowsOf(sealedKey)`
    select id, public_key, private_key, certificate from signing_keys
    where (certificate is not null) = ${is_certified} order by created_at desc, id`.execute(db);
  return rows;
}

/** Who makes a key waits here for the other processes. */
export async function lockSigningKeys(db: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.signing_keys'))`.execute(db);
}

export async function insertSigningKey(
  db: SystemDb,
  { id, public_key, private_key, certificate }: SealedKey,
): Promise<void> {
  await sql`insert into signing_keys (id, public_key, private_key, certificate)
    values (${id}, ${public_key}, ${private_key}, ${certificate})`.execute(db);
}
