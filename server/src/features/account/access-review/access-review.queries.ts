import { RECOVERY_DAYS } from '@atalaya/contract/limits';
import { sql } from 'kysely';
import { isWorkingKey } from '../../../platform/accounts/session.queries.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean, instant, oneOf, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** Since when an owner has to look through their ways in; null: there is nothing to look through. */
export async function findReview(db: SystemDb, user_id: string): Promise<Date | null> {
  const { rows } = await rowsOf(columnsOf('auth.access_review', 'created_at'))`
    select created_at from auth.access_review
    where user_id = ${user_id} and created_at > now() - make_interval(days => ${RECOVERY_DAYS})`.execute(db);
  return rows[0]?.created_at ?? null;
}

/** False where there was nothing to look through. */
export async function deleteReview(db: SystemDb, user_id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from auth.access_review where user_id = ${user_id} returning user_id`.execute(db);
  return rows.length === 1;
}

const madeRow = {
  kind: oneOf('passkey', 'provider', 'app', 'api_key'),
  id: text,
  name: text,
  made_at: instant,
  ...columnsOf('audit_log', 'ip_address', 'user_agent'),
  /** Whether the audit log knows where it was made. */
  is_known: boolean,
};
export type MadeRow = RowOf<typeof madeRow>;

/**
 * The ways into an account that work and were made not long before a moment, or since, newest first. Where each was
 * made is in the audit log, whose entry is of the same transaction and so of the same instant.
 */
export async function listMadeWays(
  db: SystemDb,
  { user_id, profile_id }: { user_id: string; profile_id: string },
  reset_at: Date,
): Promise<MadeRow[]> {
  const { rows } = await rowsOf(madeRow)`
    select w.kind, w.id, w.name, w.made_at, a.id is not null as is_known, a.ip_address, a.user_agent
    from (
      select 'passkey' as kind, id::text, name, created_at as made_at,
        'passkey.added' as action, 'user' as object_type, ${profile_id}::uuid as object_id
      from auth.passkey where user_id = ${user_id}
      union all
      select 'app', 'app', '', confirmed_at, 'two_factor.app_added', 'user', ${profile_id}::uuid
      from auth.two_factor where user_id = ${user_id} and confirmed_at is not null
      union all
      select 'provider', provider, coalesce(email, ''), created_at,
        'account.provider_linked', 'account', ${user_id}::uuid
      from auth.identity where user_id = ${user_id}
      union all
      select 'api_key', id::text, name, created_at, 'api_key.created', 'api_key', id
      from api_keys where profile_id = ${profile_id} and ${isWorkingKey(sql`api_keys`)}
    ) w
    left join lateral (
      select id, ip_address, user_agent from audit_log
      where object_type = w.object_type and object_id = w.object_id and action = w.action and created_at = w.made_at
      limit 1) a on true
    where w.made_at > ${reset_at}::timestamptz - make_interval(days => ${RECOVERY_DAYS})
    order by w.made_at desc, w.id limit 200`.execute(db);
  return rows;
}
