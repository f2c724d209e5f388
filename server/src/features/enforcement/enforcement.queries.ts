import { sql } from 'kysely';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, notNull, nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import type { Rows } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** The way in by which a session is opened; every caller that opens one says its own. */
export type Way = Rows['session_ways']['way'];

/** A sign-in waits for a switch of its organization that is under way, and is seen by the next one. */
export async function shareEnforcement(db: SystemDb, organization_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(
    hashtext('sign_on_enforcement'), hashtext(${organization_id}))`.execute(db);
}

/** Waits for the sign-ins of an organization that are under way, and keeps the next ones waiting. */
export async function lockEnforcement(db: Db, organization_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(
    hashtext('sign_on_enforcement'), hashtext(${organization_id}))`.execute(db);
}

export async function isEnforced(db: Db, organization_id: string): Promise<boolean> {
  return (await listEnforced(db, [organization_id])).length > 0;
}

/** Those of these organizations that require single sign-on. */
export async function listEnforced(db: Db, organization_ids: string[]): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('sign_on_enforcement', 'organization_id'))`
    select organization_id from sign_on_enforcement
    where organization_id = any(${organization_ids}::uuid[]) and is_on`.execute(db);
  return rows.map((row) => row.organization_id);
}

/** The people with emergency access who can use it. */
export async function listReady(db: Db, organization_id: string): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('break_glass_people', 'profile_id'))`
    select profile_id from break_glass_of(${organization_id}) where is_ready`.execute(db);
  return rows.map((row) => row.profile_id);
}

export async function insertWay(db: SystemDb, session_id: string, way: Way): Promise<void> {
  await sql`insert into session_ways (session_id, way) values (${session_id}, ${way})`.execute(db);
}

/** The connection through which people of an organization sign in: the one that was set up first. */
export async function findWayThrough(db: Db, organization_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('connection_sign_on', 'connection_id'))`
    select id as connection_id from way_through(${organization_id}) as id where id is not null`.execute(db);
  return rows[0]?.connection_id ?? null;
}

/** Whether an organization has a connection that is on, this one aside. */
export async function hasOtherOn(
  db: Db,
  { organization_id, connection_id }: { organization_id: string; connection_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from connection_sign_on
    where organization_id = ${organization_id} and is_on and connection_id <> ${connection_id} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

const enforcement = {
  ...columnsOf('sign_on_enforcement', 'is_on', 'changed_at', 'version'),
  changed_by: nullable(text),
};
export type EnforcementRow = RowOf<typeof enforcement>;

/** null: it was never switched. */
export async function findEnforcement(db: Db, organization_id: string): Promise<EnforcementRow | null> {
  const { rows } = await rowsOf(enforcement)`
    select e.is_on, e.changed_at, e.version,
      case when p.id is not null then full_name(p.first_name, p.last_name) end as changed_by
    from sign_on_enforcement e left join profiles p on p.id = e.changed_by
    where e.organization_id = ${organization_id}`.execute(db);
  return rows[0] ?? null;
}

/** `by` null: by itself. */
export async function saveEnforcement(
  db: Db,
  organization_id: string,
  { is_on, by }: { is_on: boolean; by: string | null },
): Promise<void> {
  await sql`
    insert into sign_on_enforcement as e (organization_id, is_on, changed_by)
    values (${organization_id}, ${is_on}, ${by})
    on conflict (organization_id) do update set is_on = excluded.is_on, changed_by = excluded.changed_by,
      changed_at = now(), version = e.version + 1`.execute(db);
}

const personRow = {
  ...columnsOf('profiles', 'id', 'first_name', 'last_name'),
  email: notNull(ROWS.profiles.email),
  has_passkey: boolean,
  is_ready: boolean,
};
export type PersonRow = RowOf<typeof personRow>;

/** Who has emergency access, by name. */
export async function listPeople(db: Db, organization_id: string): Promise<PersonRow[]> {
  const { rows } = await rowsOf(personRow)`
    select p.id, p.first_name, p.last_name, p.email, b.has_passkey, b.is_ready
    from break_glass_of(${organization_id}) b join profiles p on p.id = b.profile_id
    where p.deleted_at is null order by search_text(full_name(p.first_name, p.last_name)), p.id`.execute(db);
  return rows;
}

/** false where they have it already. */
export async function insertPerson(db: Db, organization_id: string, profile_id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into break_glass_people (profile_id, organization_id) values (${profile_id}, ${organization_id})
    on conflict do nothing returning 1`.execute(db);
  return rows.length === 1;
}

export async function deletePerson(db: Db, organization_id: string, profile_id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from break_glass_people
    where profile_id = ${profile_id} and organization_id = ${organization_id} returning 1`.execute(db);
  return rows.length === 1;
}

const candidate = {
  ...columnsOf('profiles', 'id', 'first_name', 'last_name', 'role', 'is_active'),
  email: notNull(ROWS.profiles.email),
};
export type CandidateRow = RowOf<typeof candidate>;

/** A person of the organization outside the bin, locked. */
export async function lockCandidate(
  db: Db,
  organization_id: string,
  profile_id: string,
): Promise<CandidateRow | null> {
  const { rows } = await rowsOf(candidate)`
    select id, first_name, last_name, role, is_active, email from profiles
    where id = ${profile_id} and organization_id = ${organization_id} and deleted_at is null
    for no key update`.execute(db);
  return rows[0] ?? null;
}

/** How many open sessions of an organization single sign-on does not admit; of one session alone: 0 or 1. */
export async function countUnadmitted(
  db: Db,
  organization_id: string,
  of: { profile_id: string; session_id: string } | null,
): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total
    from unadmitted_sessions(${organization_id}, ${of && [of.profile_id]}::uuid[]) as id
    where ${of?.session_id ?? null}::uuid is null or id = ${of?.session_id ?? null}::uuid`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Ends those that it does not admit, of these people alone or of all; how many there were. */
export async function endUnadmitted(
  db: Db,
  organization_id: string,
  people: string[] | null,
): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select end_unadmitted_sessions(${organization_id}, ${people}::uuid[]) as total`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * How many active people of an organization no connection leads to: they have not come in through one that is on, their
 * address is of no domain that it has proven, and they have no emergency access.
 */
export async function countShutOut(db: Db, organization_id: string): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from profiles p
    where p.organization_id = ${organization_id} and p.is_active and p.deleted_at is null
      and not exists (select from organization_domains d
        where d.organization_id = p.organization_id and d.proven_at is not null
          and d.domain = substring(p.email from '[^@]*$'))
      and not exists (select from sso_identities i
        join connection_sign_on s on s.connection_id = i.connection_id and s.is_on
        where i.user_id = p.user_id and i.organization_id = p.organization_id)
      and p.id not in (select profile_id from break_glass_of(${organization_id}) where is_ready)`.execute(db);
  return rows[0]?.total ?? 0;
}
