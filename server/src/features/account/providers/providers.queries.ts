import { sql } from 'kysely';
import type { Provider } from '@atalaya/contract/provider-names';
import type { SystemDb } from '../../../platform/database/database.ts';
import { boolean } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

export type Key = { provider: Provider; issuer: string; subject: string };
const otherWaysIn = {
  has_password: boolean,
  has_passkey: boolean,
};
type OtherWaysIn = RowOf<typeof otherWaysIn>;
const linkedRow = columnsOf('auth.identity', 'provider', 'email', 'created_at');
export type LinkedRow = RowOf<typeof linkedRow>;

/** The account that an identity is linked to, which was used just now; null where it is linked to none. */
export async function useIdentity(db: SystemDb, key: Key): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('auth.identity', 'user_id'))`
    update auth.identity set last_used_at = now()
    where provider = ${key.provider} and issuer = ${key.issuer} and subject = ${key.subject}
    returning user_id`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Links an identity; false where it is linked already, or the account has another of this provider. */
export async function insertIdentity(
  db: SystemDb,
  identity: Key & { user_id: string; email: string | null },
): Promise<boolean> {
  const { provider, issuer, subject, user_id, email } = identity;
  const { rows } = await sql`
    insert into auth.identity (user_id, provider, issuer, subject, email, last_used_at)
    values (${user_id}, ${provider}, ${issuer}, ${subject}, ${email}, now())
    on conflict do nothing returning id`.execute(db);
  return rows.length === 1;
}

export async function listIdentities(db: SystemDb, user_id: string): Promise<LinkedRow[]> {
  const { rows } = await rowsOf(linkedRow)`
    select provider, email, created_at from auth.identity where user_id = ${user_id}`.execute(db);
  return rows;
}

/** Unlinks an account of a provider; its address, or null where none is linked. */
export async function deleteIdentity(
  db: SystemDb,
  user_id: string,
  provider: Provider,
): Promise<{ email: string | null } | null> {
  const { rows } = await rowsOf(columnsOf('auth.identity', 'email'))`
    delete from auth.identity where user_id = ${user_id} and provider = ${provider} returning email`.execute(
    db,
  );
  return rows[0] ?? null;
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
