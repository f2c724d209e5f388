import type { KeyEnding } from '@atalaya/contract/api-keys';
import { sql } from 'kysely';
import type { Actor, Origin } from '../core/actor.ts';
import type { Db, SystemDb } from '../database/doors.ts';
import { IDLE_HOURS } from '../core/session-lifetime.ts';
import { boolean } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

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

const endedKey = columnsOf('api_keys', 'id', 'name', 'prefix');
export type EndedKey = RowOf<typeof endedKey>;

/**
 * Locks a person, before anything of their account: what takes their access and what adds to it lock them first, so that
 * one waits for the other, and sees what it has done.
 */
export async function lockPerson(db: Db, profile_id: string): Promise<void> {
  await sql`select 1 from profiles where id = ${profile_id} for no key update`.execute(db);
}

/**
 * Whether an actor is still who and where they were when their request was let in; they stay that until the transaction
 * ends.
 */
export async function isStillSignedIn(
  db: Db,
  { profile_id, organization_id, session_id }: Pick<Actor, 'profile_id' | 'organization_id' | 'session_id'>,
): Promise<boolean> {
  // In a statement of its own: the next one sees what was committed while this one waited.
  await lockPerson(db, profile_id);
  const { rows } = await sql`
    select 1 from profiles p
    where p.id = ${profile_id} and p.is_active and p.deleted_at is null
      and p.organization_id is not distinct from ${organization_id}::uuid
      and exists (select from auth."session" s where s."id" = ${session_id})`.execute(db);
  return rows.length === 1;
}

/** Ends the API keys of a locked person, who may have them back. */
export async function endKeysOf(db: Db, profile_id: string, ended_by: KeyEnding): Promise<EndedKey[]> {
  const { rows } = await rowsOf(endedKey)`
    update api_keys set revoked_at = now(), ended_by = ${ended_by}
    where profile_id = ${profile_id} and revoked_at is null
    returning id, name, prefix`.execute(db);
  return rows;
}

/**
 * Deletes people who are locked for good, with what only they hold up: the invitations that they sent or accepted, and
 * their accounts.
 */
export async function purgePeople(
  db: SystemDb,
  people: readonly { id: string; user_id: string | null }[],
): Promise<void> {
  const ids = people.map(({ id }) => id);
  await sql`update organization_invitations set accepted_by = null
    where accepted_by = any(${ids}::uuid[])`.execute(db);
  await sql`delete from organization_invitations where invited_by = any(${ids}::uuid[])`.execute(db);
  await sql`delete from profiles where id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from auth."user"
    where "id" = any(${people.flatMap(({ user_id }) => user_id ?? [])}::uuid[])`.execute(db);
}

/** Whether an active person of an organization has proven that an address is theirs (server/sql/accounts.sql). */
export async function isProvenAddress(db: Db, organization_id: string, address: string): Promise<boolean> {
  return (await areProvenAddresses(db, [{ organization_id, address }]))[0] ?? false;
}

/** The same of many, in their order. */
export async function areProvenAddresses(
  db: Db,
  asked: { organization_id: string; address: string }[],
): Promise<boolean[]> {
  const organizations = asked.map(({ organization_id }) => organization_id);
  const addresses = asked.map(({ address }) => address);
  const { rows } = await rowsOf({ proven: boolean })`
    select is_proven_address(organization_id, address) as proven
    from unnest(${organizations}::uuid[], ${addresses}::text[])
      with ordinality as asked (organization_id, address, position)
    order by position`.execute(db);
  return rows.map(({ proven }) => proven);
}

/** Whether the address of a person was proven to be theirs (server/sql/accounts.sql). */
export async function isProvenPerson(db: Db, profile_id: string): Promise<boolean> {
  const { rows } = await rowsOf({ proven: boolean })`
    select is_proven_person(${profile_id}::uuid) as proven`.execute(db);
  return rows[0]?.proven ?? false;
}
