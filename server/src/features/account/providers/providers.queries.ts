import { sql } from 'kysely';
import type { Provider } from '@atalaya/contract/provider-names';
import type { SystemDb } from '../../../platform/database/database.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

export type Key = { provider: Provider; issuer: string; subject: string };
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
