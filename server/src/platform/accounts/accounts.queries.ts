import { sql } from 'kysely';
import type { Origin } from '../actor.ts';
import type { Db } from '../database/doors.ts';
import { IDLE_HOURS } from '../session-lifetime.ts';

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
