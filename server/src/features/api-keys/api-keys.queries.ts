import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  expired: boolean;
  last_used_at: Date | null;
};

const columns = sql`id, name, prefix, scopes, created_at, expires_at, expires_at <= now() as expired, last_used_at`;

/** The keys of a person that are not revoked, newest first. */
export async function listKeys(db: Db, profile_id: string): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select ${columns} from api_keys where profile_id = ${profile_id} and revoked_at is null
    order by created_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** How many keys a person has; whoever makes another at the same time waits for this transaction. */
export async function countKeys(db: Db, profile_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('api keys ' || ${profile_id}, 0))`.execute(db);
  const { rows } = await sql<{ keys: number }>`
    select count(*)::int as keys from api_keys
    where profile_id = ${profile_id} and revoked_at is null and expires_at > now()`.execute(db);
  return rows[0]?.keys ?? 0;
}

type NewKey = {
  profile_id: string;
  name: string;
  prefix: string;
  token_hash: Buffer;
  scopes: string[];
  days: number;
};

/** A new key; it ends by the database's clock. */
export async function insertKey(db: Db, key: NewKey): Promise<ApiKeyRow> {
  const { rows } = await sql<ApiKeyRow>`
    insert into api_keys (profile_id, name, prefix, token_hash, scopes, expires_at)
    values (${key.profile_id}, ${key.name}, ${key.prefix}, ${key.token_hash}, ${key.scopes}::text[],
      now() + make_interval(hours => ${key.days * 24}))
    returning ${columns}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an insert always returns its row');
  return row;
}

/** Revokes a key of a person; null where they have none of this id. */
export async function revokeKey(
  db: Db,
  profile_id: string,
  id: string,
): Promise<{ name: string; prefix: string } | null> {
  const { rows } = await sql<{ name: string; prefix: string }>`
    update api_keys set revoked_at = now()
    where id = ${id} and profile_id = ${profile_id} and revoked_at is null
    returning name, prefix`.execute(db);
  return rows[0] ?? null;
}
