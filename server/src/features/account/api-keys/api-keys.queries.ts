import { RECOVERY_DAYS } from '@atalaya/contract/limits';
import { sql } from 'kysely';
import { isWorkingKey } from '../../../platform/accounts/session.queries.ts';
import type { Db } from '../../../platform/database/database.ts';
import { boolean, instant, notNull, number } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../../platform/database/rows.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import type { Rows } from '../../../platform/database/row-types.ts';

const apiKeyRow = {
  ...columnsOf(
    'api_keys',
    'id',
    'name',
    'prefix',
    'scopes',
    'created_at',
    'expires_at',
    'last_used_at',
    'assistant_host',
  ),
  expired: boolean,
};
export type ApiKeyRow = RowOf<typeof apiKeyRow>;
const endedKeyRow = {
  ...apiKeyRow,
  ended_at: notNull(ROWS.api_keys.revoked_at),
  ended_by: notNull(ROWS.api_keys.ended_by),
  restorable_until: instant,
};
export type EndedKeyRow = RowOf<typeof endedKeyRow>;

const columns = sql`id, name, prefix, scopes, created_at, expires_at, expires_at <= now() as expired, last_used_at,
  assistant_host`;
const restorable = sql`ended_by is not null and expires_at > now()
  and revoked_at > now() - make_interval(days => ${RECOVERY_DAYS})`;

/** The keys of a person that are not revoked, newest first. */
export async function listKeys(db: Db, profile_id: string): Promise<ApiKeyRow[]> {
  const { rows } = await rowsOf(apiKeyRow)`
    select ${columns} from api_keys where profile_id = ${profile_id} and revoked_at is null
    order by created_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** The keys that a person may have back, those that ended last first. */
export async function listEndedKeys(db: Db, profile_id: string): Promise<EndedKeyRow[]> {
  const { rows } = await rowsOf(endedKeyRow)`
    select ${columns}, revoked_at as ended_at, ended_by,
      least(expires_at, revoked_at + make_interval(days => ${RECOVERY_DAYS})) as restorable_until
    from api_keys where profile_id = ${profile_id} and ${restorable}
    order by revoked_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** How many keys a person has; another request that makes one at the same time waits for this transaction. */
export async function countKeys(db: Db, profile_id: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('api keys ' || ${profile_id}, 0))`.execute(db);
  const { rows } = await rowsOf({ keys: number })`
    select count(*)::int as keys from api_keys
    where profile_id = ${profile_id} and ${isWorkingKey(sql`api_keys`)}`.execute(db);
  return rows[0]?.keys ?? 0;
}

export type NewKey = Pick<
  Rows['api_keys'],
  'profile_id' | 'name' | 'prefix' | 'token_hash' | 'scopes' | 'assistant_host'
> & {
  days: number;
  /** Where it is made: the owner is not told of its use there. */
  network: string;
};

/** A new key; it ends by the database's clock. */
export async function insertKey(db: Db, key: NewKey): Promise<ApiKeyRow> {
  const { rows } = await rowsOf(apiKeyRow)`
    insert into api_keys (profile_id, name, prefix, token_hash, scopes, assistant_host, expires_at)
    values (${key.profile_id}, ${key.name}, ${key.prefix}, ${key.token_hash}, ${key.scopes}::text[],
      ${key.assistant_host}, now() + make_interval(hours => ${key.days * 24}))
    returning ${columns}`.execute(db);
  const row = onlyRow(rows);
  await sql`insert into api_key_networks (api_key_id, network) values (${row.id}, ${key.network})`.execute(
    db,
  );
  return row;
}

/** Revokes a key of a person for good; null where they have none of this id. */
export async function revokeKey(
  db: Db,
  profile_id: string,
  id: string,
): Promise<{ name: string; prefix: string; assistant_host: string | null } | null> {
  const { rows } = await rowsOf(columnsOf('api_keys', 'name', 'prefix', 'assistant_host'))`
    update api_keys set revoked_at = now()
    where id = ${id} and profile_id = ${profile_id} and revoked_at is null
    returning name, prefix, assistant_host`.execute(db);
  return rows[0] ?? null;
}

/** Lets a key that a recovery has ended work again; null where the person has none of this id to have back. */
export async function restoreKey(db: Db, profile_id: string, id: string): Promise<ApiKeyRow | null> {
  const { rows } = await rowsOf(apiKeyRow)`
    update api_keys set revoked_at = null, ended_by = null
    where id = ${id} and profile_id = ${profile_id} and ${restorable}
    returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

const usedKey = {
  ...columnsOf('api_keys', 'name', 'assistant_host', 'profile_id'),
  ...columnsOf('profiles', 'organization_id'),
};
export type UsedKey = RowOf<typeof usedKey>;

/** What is told of a key, and to whom; null where it is revoked. */
export async function findUsedKey(db: Db, id: string): Promise<UsedKey | null> {
  const { rows } = await rowsOf(usedKey)`
    select k.name, k.assistant_host, k.profile_id, p.organization_id
    from api_keys k join profiles p on p.id = k.profile_id
    where k.id = ${id} and k.revoked_at is null`.execute(db);
  return rows[0] ?? null;
}
