import { sql } from 'kysely';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

const otherWaysIn = {
  has_password: boolean,
  has_passkey: boolean,
};
type OtherWaysIn = RowOf<typeof otherWaysIn>;
const linkedRow = columnsOf('auth.identity', 'provider', 'email', 'created_at');
export type LinkedRow = RowOf<typeof linkedRow>;

export async function listIdentities(db: SystemDb, user_id: string): Promise<LinkedRow[]> {
  const { rows } = await rowsOf(linkedRow)`
    select provider, email, created_at from auth.identity where user_id = ${user_id}`.execute(db);
  return rows;
}

/** Another transaction that removes a way into the account at the same time waits for this one. */
export async function lockWaysIn(db: SystemDb, user_id: string): Promise<void> {
  await sql`select 1 from auth."user" where "id" = ${user_id} for update`.execute(db);
}

/** What an account can be entered with besides the accounts of providers. */
export async function findOtherWaysIn(db: SystemDb, user_id: string): Promise<OtherWaysIn> {
  const { rows } = await rowsOf(otherWaysIn)`
    select exists (select from auth."account"
      where "userId" = ${user_id} and "providerId" = 'credential' and "password" is not null) as has_password,
      exists (select from auth.passkey where user_id = ${user_id}) as has_passkey`.execute(db);
  return rows[0] ?? { has_password: false, has_passkey: false };
}
