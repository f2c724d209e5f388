import type { KeyEnding } from '@atalaya/contract/api-keys';
import { sql } from 'kysely';
import type { Origin } from '../core/actor.ts';
import type { Db } from '../database/doors.ts';
import { IDLE_HOURS } from '../core/session-lifetime.ts';
import type { RowOf } from '../database/columns.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

/** A new session of an account; by the database's clock. */
export async function insertSession(db: Db, token: string, user_id: string, origin: Origin): Promise<void> {
  await sql`
    insert into auth."session" ("token", "userId", "ipAddress", "userAgent", "expiresAt")
    values (${token}, ${user_id}, ${origin.ip_address}, ${origin.user_agent},
      now() + make_interval(hours => ${IDLE_HOURS}))`.execute(db);
}

/** Ends every session of these accounts that the caller may reach, one of them aside. */
export async function deleteSessionsOf(db: Db, user_ids: string[], except: string | null): Promise<void> {
  await sql`
    delete from auth."session"
    where "userId" = any(${user_ids}::uuid[]) and "id" is distinct from ${except}::uuid`.execute(db);
}

const endedKey = columnsOf('api_keys', 'id', 'name', 'prefix');
export type EndedKey = RowOf<typeof endedKey>;

/** Ends the API keys of a person, who may have them back; one that is being made just now, too (`isStillSignedIn`). */
export async function endKeysOf(db: Db, profile_id: string, ended_by: KeyEnding): Promise<EndedKey[]> {
  await sql`select 1 from profiles where id = ${profile_id} for no key update`.execute(db);
  const { rows } = await rowsOf(endedKey)`
    update api_keys set revoked_at = now(), ended_by = ${ended_by}
    where profile_id = ${profile_id} and revoked_at is null
    returning id, name, prefix`.execute(db);
  return rows;
}
