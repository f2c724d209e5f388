import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { CHANNEL } from '../database/listen.ts';
import type { Db } from '../database/database.ts';
import type { Tables } from '../database/row-types.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';
import { ROWS } from '../database/row-types.ts';
import { isOpen, settings } from '../accounts/session.queries.ts';
import type { Viewer } from './live-event.ts';

/** Tells payloads to every process once the transaction commits. */
export async function notifyAll(db: Db, payloads: string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db);
}

/** Of these sessions those that have not ended and may still be used, with what their people reach now. */
export async function listViewers(db: Kysely<Tables>, session_ids: string[]): Promise<Viewer[]> {
  const { rows } = await rowsOf({
    session_id: ROWS['auth.session'].id,
    profile_id: ROWS.profiles.id,
    ...columnsOf('profiles', 'role', 'organization_id'),
  })`
    select s."id" as session_id, p.id as profile_id, p.role, p.organization_id
    from auth."session" s
    join profiles p on p.user_id = s."userId"
    left join organizations o on o.id = p.organization_id
    ${settings}
    where s."id" = any(${session_ids}::uuid[]) and ${isOpen}
      and p.is_active and p.deleted_at is null and o.deleted_at is null`.execute(db);
  return rows;
}
