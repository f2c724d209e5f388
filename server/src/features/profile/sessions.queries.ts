import { sql } from 'kysely';
import type { Role } from '@atalaya/contract/roles';
import type { Db } from '../../platform/database/database.ts';
import { ABSOLUTE_DAYS } from '../../platform/session-lifetime.ts';

export type SessionRow = {
  id: string;
  user_agent: string | null;
  ip_address: string | null;
  created_at: Date;
  last_seen_at: Date;
};

/** The sessions of an account that have not ended, latest first; by the database's clock. */
export async function listSessions(db: Db, user_id: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select "id" as id, "userAgent" as user_agent, "ipAddress" as ip_address,
      "createdAt" as created_at, "updatedAt" as last_seen_at
    from auth."session"
    where "userId" = ${user_id} and "expiresAt" > now()
      and "createdAt" > now() - make_interval(days => ${ABSOLUTE_DAYS})
    order by "updatedAt" desc, "id" limit 100`.execute(db);
  return rows;
}

/** Ends one session of an account; false where it has none of this id. */
export async function deleteSession(db: Db, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from auth."session" where "id" = ${id} and "userId" = ${user_id} returning "id"`.execute(db);
  return rows.length === 1;
}

export type AccountHolder = { user_id: string | null; organization_id: string | null; role: Role };

/** Whose sessions they are, by the id of the profile; null for people in the bin or out of reach. */
export async function findAccountHolder(db: Db, profile_id: string): Promise<AccountHolder | null> {
  const { rows } = await sql<AccountHolder>`
    select user_id, organization_id, role from profiles
    where id = ${profile_id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
