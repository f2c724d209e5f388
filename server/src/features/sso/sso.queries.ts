import { sql } from 'kysely';
import type { SignOnTest } from '@atalaya/contract/sso';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, json, notNull, nullable } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const signOnRow = {
  ...columnsOf(
    'connection_sign_on',
    'connection_id',
    'organization_id',
    'kind',
    'issuer',
    'client_id',
    'sealed_secret',
    'tested_at',
    'is_on',
    'version',
  ),
  test_result: nullable(json<SignOnTest>()),
};
export type SignOnRow = RowOf<typeof signOnRow>;
const columns = sql`s.connection_id, s.organization_id, s.kind, s.issuer, s.client_id, s.sealed_secret, s.tested_at,
  s.is_on, s.version, s.test_result`;

export async function findSignOn(db: Db, connection_id: string): Promise<SignOnRow | null> {
  const { rows } = await rowsOf(signOnRow)`
    select ${columns} from connection_sign_on s where s.connection_id = ${connection_id}`.execute(db);
  return rows[0] ?? null;
}

/** The same, its row locked until the transaction ends. */
export async function lockSignOn(db: Db, connection_id: string): Promise<SignOnRow | null> {
  const { rows } = await rowsOf(signOnRow)`
    select ${columns} from connection_sign_on s where s.connection_id = ${connection_id} for update`.execute(
    db,
  );
  return rows[0] ?? null;
}

type OidcValues = { issuer: string; client_id: string; sealed_secret: Buffer };
type Of = { connection_id: string; organization_id: string };

/** false where it is set up already. */
export async function insertOidc(db: Db, of: Of, values: OidcValues): Promise<boolean> {
  const { rows } = await sql`
    insert into connection_sign_on (connection_id, organization_id, kind, issuer, client_id, sealed_secret)
    values (${of.connection_id}, ${of.organization_id}, 'oidc', ${values.issuer}, ${values.client_id},
      ${values.sealed_secret})
    on conflict (connection_id) do nothing returning 1`.execute(db);
  return rows.length === 1;
}

/** Other settings have not been tested, and are off. */
export async function saveOidc(db: Db, connection_id: string, values: OidcValues): Promise<void> {
  await sql`
    update connection_sign_on set issuer = ${values.issuer}, client_id = ${values.client_id},
      sealed_secret = ${values.sealed_secret}, tested_at = null, is_on = false, version = version + 1,
      updated_at = now()
    where connection_id = ${connection_id}`.execute(db);
}

export async function saveState(db: Db, connection_id: string, is_on: boolean): Promise<void> {
  await sql`
    update connection_sign_on set is_on = ${is_on}, version = version + 1, updated_at = now()
    where connection_id = ${connection_id}`.execute(db);
}

/** Keeps what a test has received; it counts for the settings with which it began. */
export async function saveTest(
  db: Db,
  { connection_id, version }: Pick<SignOnRow, 'connection_id' | 'version'>,
  result: SignOnTest,
): Promise<boolean> {
  const passed = result.outcome !== 'refused';
  const { rows } = await sql`
    update connection_sign_on set test_result = ${JSON.stringify(result)}::jsonb, updated_at = now(),
      tested_at = case when ${passed} then now() else tested_at end
    where connection_id = ${connection_id} and version = ${version} returning 1`.execute(db);
  return rows.length === 1;
}

/** The connection through which people of a domain sign in: of its owner, the one that was set up first. */
export async function findStart(db: SystemDb, domain: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('connection_sign_on', 'connection_id'))`
    select s.connection_id
    from organization_domains d
    join connection_sign_on s on s.organization_id = d.organization_id and s.is_on
    join organizations o on o.id = d.organization_id and o.deleted_at is null
    where d.domain = ${domain} and d.proven_at is not null
    order by s.created_at, s.connection_id limit 1`.execute(db);
  return rows[0]?.connection_id ?? null;
}

export type IdentityKey = { connection_id: string; issuer: string; subject: string };

/** The account of an identity, which was used just now; null for one that is not known. */
export async function useIdentity(
  db: SystemDb,
  { connection_id, issuer, subject }: IdentityKey,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('sso_identities', 'user_id'))`
    update sso_identities set last_used_at = now()
    where connection_id = ${connection_id} and issuer = ${issuer} and subject = ${subject}
    returning user_id`.execute(db);
  return rows[0]?.user_id ?? null;
}

export async function findIdentity(
  db: SystemDb,
  { connection_id, issuer, subject }: IdentityKey,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('sso_identities', 'user_id'))`
    select user_id from sso_identities
    where connection_id = ${connection_id} and issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows[0]?.user_id ?? null;
}

export async function insertIdentity(
  db: SystemDb,
  { connection_id, issuer, subject }: IdentityKey,
  of: { organization_id: string; user_id: string },
): Promise<void> {
  await sql`
    insert into sso_identities (connection_id, organization_id, issuer, subject, user_id)
    values (${connection_id}, ${of.organization_id}, ${issuer}, ${subject}, ${of.user_id})`.execute(db);
}

/** Notes which provider has opened a session, so that it may end it. */
export async function insertSession(
  db: SystemDb,
  session_id: string,
  { connection_id, issuer, subject, sid }: IdentityKey & { sid: string | null },
): Promise<void> {
  await sql`
    insert into sso_sessions (session_id, connection_id, issuer, subject, sid)
    values (${session_id}, ${connection_id}, ${issuer}, ${subject}, ${sid})`.execute(db);
}

/** Ends the sessions that a provider has opened: of one of its own, or all of somebody; how many. */
export async function deleteSessions(
  db: SystemDb,
  of: { connection_id: string; issuer: string; subject: string | null; sid: string | null },
): Promise<number> {
  const { rows } = await sql`
    delete from auth."session" where "id" in (
      select session_id from sso_sessions
      where connection_id = ${of.connection_id} and issuer = ${of.issuer}
        and (${of.subject}::text is null or subject = ${of.subject})
        and (${of.sid}::text is null or sid = ${of.sid}))
    returning 1`.execute(db);
  return rows.length;
}

const person = {
  ...columnsOf('profiles', 'id', 'organization_id', 'first_name', 'last_name', 'role'),
  email: notNull(ROWS.profiles.email),
  is_last_admin: boolean,
};
export type PersonRow = RowOf<typeof person>;

/** The person of an account, locked. */
export async function lockPersonOf(db: SystemDb, user_id: string): Promise<PersonRow | null> {
  const { rows } = await rowsOf(person)`
    select p.id, p.organization_id, p.first_name, p.last_name, p.role, p.email,
      p.role = 'admin' and not exists (
        select from profiles other
        where other.organization_id = p.organization_id and other.id <> p.id and other.role = 'admin'
          and other.is_active and other.deleted_at is null) as is_last_admin
    from profiles p where p.user_id = ${user_id} for no key update`.execute(db);
  return rows[0] ?? null;
}

/** Whether another person, or another's account, has an address, in the bin too. */
export async function isAddressOfAnother(db: SystemDb, user_id: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from auth."user" where "email" = ${email} and "id" <> ${user_id}
    union all
    select 1 from profiles where email = ${email} and user_id is distinct from ${user_id}`.execute(db);
  return rows.length > 0;
}

/**
 * Makes an address that of an account and its person, proven as the one before; what was mailed there to be used once is
 * used up.
 */
export async function saveAddress(db: SystemDb, user_id: string, email: string): Promise<void> {
  await sql`update auth."user" set "email" = ${email}, "updatedAt" = now() where "id" = ${user_id}`.execute(
    db,
  );
  await sql`update profiles set email = ${email}, version = version + 1, updated_at = now()
    where user_id = ${user_id}`.execute(db);
  await sql`update auth.mailed_link set used_at = now()
    where user_id = ${user_id} and used_at is null`.execute(db);
}

/** Whether the log tells already that this person kept their address instead of that one. */
export async function isKeptNoted(db: SystemDb, profile_id: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from audit_log where object_type = 'user' and object_id = ${profile_id}
      and action = 'user.email_kept' and after ->> 'email' = ${email} limit 1`.execute(db);
  return rows.length > 0;
}

export async function savePerson(
  db: SystemDb,
  id: string,
  { first_name, last_name, role }: Pick<PersonRow, 'first_name' | 'last_name' | 'role'>,
): Promise<void> {
  await sql`
    update profiles set first_name = ${first_name}, last_name = ${last_name}, role = ${role},
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}
