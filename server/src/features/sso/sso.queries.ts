import { sql } from 'kysely';
import { SAML_PROBLEMS } from '@atalaya/contract/saml-problems';
import type { SignOnTest } from '@atalaya/contract/sso';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { json, nullable, oneOf, outerJoined } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
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
  ...outerJoined(
    columnsOf(
      'saml_settings',
      'metadata_url',
      'entity_id',
      'sign_in_url',
      'logout_url',
      'certificates',
      'allows_unasked',
      'wants_signed',
      'read_at',
      'failing_since',
    ),
  ),
  problem: nullable(oneOf(...SAML_PROBLEMS)),
  test_result: nullable(json<SignOnTest>()),
};
export type SignOnRow = RowOf<typeof signOnRow>;
const columns = sql`s.connection_id, s.organization_id, s.kind, s.issuer, s.client_id, s.sealed_secret, s.tested_at,
  s.is_on, s.version, s.test_result, x.metadata_url, x.entity_id, x.sign_in_url, x.logout_url, x.certificates,
  x.allows_unasked, x.wants_signed, x.read_at, x.failing_since, x.problem`;
const tables = sql`connection_sign_on s left join saml_settings x on x.connection_id = s.connection_id`;

export async function findSignOn(db: Db, connection_id: string): Promise<SignOnRow | null> {
  const { rows } = await rowsOf(signOnRow)`
    select ${columns} from ${tables} where s.connection_id = ${connection_id}`.execute(db);
  return rows[0] ?? null;
}

/** The same, its row locked until the transaction ends. */
export async function lockSignOn(db: Db, connection_id: string): Promise<SignOnRow | null> {
  const { rows } = await rowsOf(signOnRow)`
    select ${columns} from ${tables} where s.connection_id = ${connection_id} for update of s`.execute(db);
  return rows[0] ?? null;
}

export type OidcValues = { kind: 'oidc'; issuer: string; client_id: string; sealed_secret: Buffer };
export type SamlValues = {
  kind: 'saml';
  metadata_url: string | null;
  entity_id: string;
  sign_in_url: string;
  logout_url: string | null;
  certificates: string[];
  certificates_end: Date;
  allows_unasked: boolean;
  wants_signed: boolean;
};
type Of = { connection_id: string; organization_id: string };

/** Sets a connection up for the first time; false where it is set up already. */
export async function insertSignOn(db: Db, of: Of, values: OidcValues | SamlValues): Promise<boolean> {
  const { issuer, client_id, sealed_secret } = oidcColumns(values);
  const { rows } = await sql`
    insert into connection_sign_on (connection_id, organization_id, kind, issuer, client_id, sealed_secret)
    values (${of.connection_id}, ${of.organization_id}, ${values.kind}, ${issuer}, ${client_id}, ${sealed_secret})
    on conflict (connection_id) do nothing returning 1`.execute(db);
  if (rows.length === 0) return false;
  await saveSaml(db, of, values);
  return true;
}

/** Other settings have not been tested, and are off. */
export async function saveSignOn(db: Db, of: Of, values: OidcValues | SamlValues): Promise<void> {
  const { issuer, client_id, sealed_secret } = oidcColumns(values);
  await sql`
    update connection_sign_on set kind = ${values.kind}, issuer = ${issuer}, client_id = ${client_id},
      sealed_secret = ${sealed_secret}, tested_at = null, is_on = false, version = version + 1, updated_at = now()
    where connection_id = ${of.connection_id}`.execute(db);
  await saveSaml(db, of, values);
}

const oidcColumns = (values: OidcValues | SamlValues) =>
  values.kind === 'oidc' ? values : { issuer: null, client_id: null, sealed_secret: null };

async function saveSaml(db: Db, of: Of, values: OidcValues | SamlValues): Promise<void> {
  await sql`delete from saml_settings where connection_id = ${of.connection_id}`.execute(db);
  if (values.kind === 'oidc') return;
  await sql`
    insert into saml_settings (connection_id, organization_id, metadata_url, entity_id, sign_in_url, logout_url,
      certificates, certificates_end, allows_unasked, wants_signed)
    values (${of.connection_id}, ${of.organization_id}, ${values.metadata_url}, ${values.entity_id},
      ${values.sign_in_url}, ${values.logout_url}, ${values.certificates}, ${values.certificates_end},
      ${values.allows_unasked}, ${values.wants_signed})`.execute(db);
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

/** The connection through which people of a domain sign in: `way_through` of its owner. */
export async function findStart(db: SystemDb, domain: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('connection_sign_on', 'connection_id'))`
    select w.id as connection_id
    from organization_domains d
    join organizations o on o.id = d.organization_id and o.deleted_at is null
    cross join lateral way_through(d.organization_id) as w (id)
    where d.domain = ${domain} and d.proven_at is not null and w.id is not null`.execute(db);
  return rows[0]?.connection_id ?? null;
}

export type IdentityKey = { connection_id: string; issuer: string; subject: string };

/** Notes that an identity was used to sign in. */
export async function noteIdentityUse(
  db: SystemDb,
  { connection_id, issuer, subject }: IdentityKey,
): Promise<void> {
  await sql`
    update sso_identities set last_used_at = now()
    where connection_id = ${connection_id} and issuer = ${issuer} and subject = ${subject}`.execute(db);
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

/** Ends the sessions that a provider has opened: of one of its own, or all of a person; how many. */
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

/** The person of an account, not locked: who is there, and as what. */
export async function findPersonOf(db: SystemDb, user_id: string) {
  const { rows } = await rowsOf(columnsOf('profiles', 'id', 'role'))`
    select id, role from profiles where user_id = ${user_id}`.execute(db);
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
