import { sql } from 'kysely';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { boolean, notNull, nullable } from '../../../platform/database/columns.ts';
import { fullName } from '../../../platform/core/actor.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/** Minutes after signing in during which that alone proves who one is. */
const FRESH_MINUTES = 10;

/** An account as sign-in and registration see it. `profile_id`: the profile that is linked to it. */
const account = {
  ...columnsOf('auth.user', 'email'),
  user_id: ROWS['auth.user'].id,
  email_verified: ROWS['auth.user'].emailVerified,
  first_name: ROWS['auth.user'].firstName,
  last_name: ROWS['auth.user'].lastName,
  /** null: this account has no password. */
  password_hash: ROWS['auth.account'].password,
  profile_id: nullable(ROWS.profiles.id),
  /** Of that profile. */
  organization_id: ROWS.profiles.organization_id,
};
export type Account = RowOf<typeof account>;

const accountColumns = sql`
  u."id" as user_id, u."email" as email, u."emailVerified" as email_verified, u."firstName" as first_name,
  u."lastName" as last_name, a."password" as password_hash, p.id as profile_id, p.organization_id
  from auth."user" u
  left join auth."account" a on a."userId" = u."id" and a."providerId" = 'credential'
  left join profiles p on p.user_id = u."id"`;

export async function findAccountByEmail(db: SystemDb, email: string): Promise<Account | null> {
  const { rows } = await rowsOf(account)`select ${accountColumns} where u."email" = ${email}`.execute(db);
  return rows[0] ?? null;
}

export async function findAccount(db: SystemDb, user_id: string): Promise<Account | null> {
  const { rows } = await rowsOf(account)`select ${accountColumns} where u."id" = ${user_id}`.execute(db);
  return rows[0] ?? null;
}

export type NewAccount = { email: string; first_name: string; last_name: string; email_verified: boolean };

/**
 * A new account; null where the address has one, also when eight ask at once. What others have registered for the
 * address is forgotten, and their links with it.
 */
export async function insertAccount(db: SystemDb, account: NewAccount): Promise<string | null> {
  const { email, first_name, last_name, email_verified } = account;
  const { rows } = await rowsOf(columnsOf('auth.user', 'id'))`
    with forgotten as (delete from auth.registration where email = ${email})
    insert into auth."user" ("name", "firstName", "lastName", "email", "emailVerified")
    values (${fullName(account)}, ${first_name}, ${last_name}, ${email}, ${email_verified})
    on conflict ("email") do nothing
    returning "id"`.execute(db);
  return rows[0]?.id ?? null;
}

export async function setEmailVerified(db: SystemDb, user_id: string): Promise<void> {
  await sql`update auth."user" set "emailVerified" = true, "updatedAt" = now() where "id" = ${user_id}`.execute(
    db,
  );
}

/** Whether the address is of a person who may not sign in: inactive, in the bin, or of an organization that is. */
export async function isClosed(db: SystemDb, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from profiles p left join organizations o on o.id = p.organization_id
    where p.email = ${email} and (not p.is_active or p.deleted_at is not null or o.deleted_at is not null)`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Locks the person whom a link is for, by their profile or their account, until the transaction ends; false where they
 * may not sign in, true where there is none yet.
 */
export async function lockOpenPerson(
  db: SystemDb,
  { user_id, profile_id }: { user_id: string | null; profile_id: string | null },
): Promise<boolean> {
  const { rows } = await rowsOf({ is_open: boolean })`
    select is_active and deleted_at is null as is_open from profiles
    where id = ${profile_id}::uuid or user_id = ${user_id}::uuid for no key update`.execute(db);
  return rows.every(({ is_open }) => is_open);
}

/** An unclaimed account: its address was never proved, and no organization has ever admitted its person. */
const unclaimed = {
  user_id: ROWS['auth.user'].id,
  profile_id: nullable(ROWS.profiles.id),
  first_name: ROWS['auth.user'].firstName,
  last_name: ROWS['auth.user'].lastName,
};
export type Unclaimed = RowOf<typeof unclaimed>;

/** The account of an address, where it is unclaimed; locked. */
export async function lockUnclaimed(db: SystemDb, email: string): Promise<Unclaimed | null> {
  const { rows } = await rowsOf(unclaimed)`
    select u."id" as user_id, p.id as profile_id, u."firstName" as first_name, u."lastName" as last_name
    from auth."user" u left join profiles p on p.user_id = u."id"
    where u."email" = ${email} and not u."emailVerified" and (p.id is null
      or p.organization_id is null and p.role = 'user' and not exists (
        select 1 from organization_invitations i where i.accepted_by = p.id))
    for update of u`.execute(db);
  return rows[0] ?? null;
}

/** Deletes an account and the profile that it has made, with every session, key and way in that hangs on them. */
export async function deleteUnclaimed(db: SystemDb, { user_id, profile_id }: Unclaimed): Promise<void> {
  await sql`delete from profiles where id = ${profile_id}::uuid`.execute(db);
  await sql`delete from auth."user" where "id" = ${user_id}`.execute(db);
}

/**
 * Ends what lets into an account beside its password, its sessions and trusted browsers; how many there were.
 */
export async function deleteWaysIn(
  db: SystemDb,
  { user_id, profile_id }: Pick<Account, 'user_id' | 'profile_id'>,
): Promise<{ passkeys: number; apps: number; providers: number; api_keys: number }> {
  const passkeys = await sql`delete from auth.passkey where user_id = ${user_id} returning 1`.execute(db);
  const apps = await sql`delete from auth.two_factor where user_id = ${user_id} returning 1`.execute(db);
  const providers = await sql`delete from auth.identity where user_id = ${user_id} returning 1`.execute(db);
  await sql`delete from auth.passkey_challenge where user_id = ${user_id}`.execute(db);
  await sql`delete from auth.recovery_code where user_id = ${user_id}`.execute(db);
  const keys = await sql`
    update api_keys set revoked_at = now()
    where profile_id = ${profile_id}::uuid and revoked_at is null returning 1`.execute(db);
  return {
    passkeys: passkeys.rows.length,
    apps: apps.rows.length,
    providers: providers.rows.length,
    api_keys: keys.rows.length,
  };
}

/** Sets the password of an account, whether or not it had one. */
export async function setPassword(db: SystemDb, user_id: string, hash: string): Promise<void> {
  await sql`
    insert into auth."account" ("accountId", "providerId", "userId", "password")
    values (${user_id}, 'credential', ${user_id}::uuid, ${hash})
    on conflict ("providerId", "accountId") do update set "password" = excluded."password", "updatedAt" = now()
    `.execute(db);
}

/** Whether this is still the password of the account; locks it until the transaction ends. */
export async function isStillPassword(db: SystemDb, user_id: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."account"
    where "userId" = ${user_id} and "providerId" = 'credential' and "password" = ${hash}
    for share`.execute(db);
  return rows.length > 0;
}

/** From now on the owner of an account is shown its ways in, until they have looked through them. */
export async function beginAccessReview(db: SystemDb, user_id: string): Promise<void> {
  await sql`
    insert into auth.access_review (user_id) values (${user_id})
    on conflict (user_id) do update set created_at = now()`.execute(db);
}

/** Skips a locked row, so that no sign-in waits: a change of many may hold the row for a while. */
export async function setLastLogin(db: SystemDb, profile_id: string): Promise<void> {
  await sql`update profiles set last_login_at = now()
    where id = (select id from profiles where id = ${profile_id} for no key update skip locked)`.execute(db);
}

export async function deleteSession(db: SystemDb, session_id: string): Promise<void> {
  await sql`delete from auth."session" where "id" = ${session_id}`.execute(db);
}

/** Whether a session was opened just now. */
export async function isFreshSession(db: SystemDb, session_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."session"
    where "id" = ${session_id} and "createdAt" > now() - make_interval(mins => ${FRESH_MINUTES})`.execute(db);
  return rows.length === 1;
}

/** The receiver of a mail, with the language they read. */
const addressee = {
  ...columnsOf('profiles', 'id', 'user_id', 'organization_id', 'email', 'first_name', 'last_name'),
  language: notNull(ROWS.profiles.language),
  /** Whether the address was proven to be theirs. */
  email_verified: boolean,
};
export type Addressee = RowOf<typeof addressee>;

const addresseeColumns = sql`
  p.id, p.user_id, p.organization_id, p.email, p.first_name, p.last_name,
  coalesce(p.language, o.language, 'es') as language, is_proven_person(p.id) as email_verified
  from profiles p left join organizations o on o.id = p.organization_id
  where p.is_active and p.deleted_at is null and o.deleted_at is null`;

/** An active person; null where the caller may not see them. */
export async function findAddressee(db: Db, profile_id: string): Promise<Addressee | null> {
  const { rows } = await rowsOf(addressee)`select ${addresseeColumns} and p.id = ${profile_id}`.execute(db);
  return rows[0] ?? null;
}

/** Those of these people who are active and whom the caller may see. */
export async function findAddressees(db: Db, profile_ids: string[]): Promise<Addressee[]> {
  const { rows } = await rowsOf(addressee)`
    select ${addresseeColumns} and p.id = any(${profile_ids}::uuid[]) order by p.id`.execute(db);
  return rows;
}

/** The receiver of a link. */
const recipient = { ...addressee, organization_name: nullable(ROWS.organizations.name) };
export type Recipient = RowOf<typeof recipient>;

export async function findRecipient(
  db: SystemDb,
  of: { id: string } | { email: string },
): Promise<Recipient | null> {
  const which = 'id' in of ? sql`a.id = ${of.id}` : sql`a.email = ${of.email}`;
  const { rows } = await rowsOf(recipient)`
    select a.*, o.name as organization_name
    from (select ${addresseeColumns}) a
    left join organizations o on o.id = a.organization_id
    where ${which}`.execute(db);
  return rows[0] ?? null;
}

/** The addresses from which a person has signed in lately. */
export async function listNetworks(db: SystemDb, profile_id: string): Promise<string[]> {
  const { rows } = await rowsOf({ ip_address: notNull(ROWS.audit_log.ip_address) })`
    select distinct ip_address from (
      select ip_address from audit_log
      where actor_profile_id = ${profile_id} and action = 'session.started' and ip_address is not null
      order by created_at desc, id desc limit 50) as latest`.execute(db);
  return rows.map((row) => row.ip_address);
}

/** Attaches a new account to the profile it was set up for. */
export async function linkAccount(db: SystemDb, profile_id: string, user_id: string): Promise<void> {
  await sql`
    update profiles set user_id = ${user_id}, updated_at = now()
    where id = ${profile_id} and user_id is null`.execute(db);
}

/** Whether there is a super_admin already, or a person who may still become one by a link. Locks out other boots. */
export async function hasSuperAdmin(db: SystemDb): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.first_administrator'))`.execute(db);
  const { rows } = await sql`
    select 1 from profiles p
    where p.role = 'super_admin' and p.deleted_at is null and (p.user_id is not null or exists (
      select 1 from auth.mailed_link l where l.profile_id = p.id and l.used_at is null and l.expires_at > now()))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Prepares the first super_admin; the id of the profile, whether it was there or not. */
export async function prepareSuperAdmin(
  db: SystemDb,
  email: string,
  first_name: string,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('profiles', 'id'))`
    insert into profiles (email, first_name, last_name, role) values (${email}, ${first_name}, '', 'super_admin')
    on conflict (email) do update set updated_at = now() where profiles.role = 'super_admin'
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}
