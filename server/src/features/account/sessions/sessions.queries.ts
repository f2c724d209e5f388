import { sql } from 'kysely';
import { isOpen } from '../../../platform/accounts/session.queries.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

const sessionRow = {
  ...columnsOf('auth.session', 'id'),
  user_agent: ROWS['auth.session'].userAgent,
  ip_address: ROWS['auth.session'].ipAddress,
  created_at: ROWS['auth.session'].createdAt,
  last_seen_at: ROWS['auth.session'].updatedAt,
};
export type SessionRow = RowOf<typeof sessionRow>;

/** The sessions of an account that have not ended, latest first; by the database's clock. */
export async function listSessions(db: Db, user_id: string): Promise<SessionRow[]> {
  const { rows } = await rowsOf(sessionRow)`
    select s."id" as id, s."userAgent" as user_agent, s."ipAddress" as ip_address,
      s."createdAt" as created_at, s."updatedAt" as last_seen_at
    from auth."session" s
    left join profiles p on p.user_id = s."userId"
    left join settings own on own.organization_id = p.organization_id
    left join system_settings() defaults on true
    where s."userId" = ${user_id} and ${isOpen}
    order by s."updatedAt" desc, s."id" limit 100`.execute(db);
  return rows;
}

/** Ends one session of an account; false where it has none of this id. */
export async function deleteSession(db: Db, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from auth."session" where "id" = ${id} and "userId" = ${user_id} returning "id"`.execute(db);
  return rows.length === 1;
}

const accountHolder = columnsOf('profiles', 'user_id', 'organization_id', 'role');
export type AccountHolder = RowOf<typeof accountHolder>;

/** Whose sessions they are, by the id of the profile; null for people in the bin or out of reach. */
export async function findAccountHolder(db: Db, profile_id: string): Promise<AccountHolder | null> {
  const { rows } = await rowsOf(accountHolder)`
    select user_id, organization_id, role from profiles
    where id = ${profile_id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}
