import { sql } from 'kysely';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../database/row-types.ts';
import type { Db } from '../database/doors.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';
import { ROWS } from '../database/row-types.ts';
import { boolean, nullable, outerJoined, text } from '../database/columns.ts';
import type { Column, RowOf } from '../database/columns.ts';
import { ABSOLUTE_DAYS, IDLE_HOURS, RENEW_BELOW_HOURS } from '../core/session-lifetime.ts';

const accountColumns = {
  user_id: ROWS['auth.user'].id,
  email_verified: ROWS['auth.user'].emailVerified,
  user_email: ROWS['auth.user'].email,
  user_first_name: ROWS['auth.user'].firstName,
  user_last_name: ROWS['auth.user'].lastName,
  two_factor_enabled: ROWS['auth.user'].twoFactorEnabled,
  /** By the organization's settings or the system's. */
  two_factor_required: boolean,
  organization_deleted: boolean,
  organization_name: nullable(ROWS.organizations.name),
  organization_slug: nullable(ROWS.organizations.slug),
  organization_status: nullable(ROWS.organizations.subscription_status),
};
const profileColumns = {
  profile_id: ROWS.profiles.id,
  ...columnsOf(
    'profiles',
    'first_name',
    'last_name',
    'email',
    'role',
    'is_active',
    'avatar_url',
    'language',
    'theme',
    'created_at',
    'version',
    'deleted_at',
    'organization_id',
  ),
};
/** How far the primary's log is, where what is read next may come from a replica. */
const positionFor = (replica: boolean) => (replica ? sql`log_position() as log_position,` : sql``);
const positionColumn = (replica: boolean): { log_position?: Column<string | null> } =>
  replica ? { log_position: nullable(text) } : {};
const personRow = { ...accountColumns, ...profileColumns };
/** An account and its person. Without a profile only the account's columns are there. */
export type PersonRow = RowOf<typeof accountColumns> & {
  /** Where it was asked for. */
  log_position?: string | null;
} & ({ profile_id: null } | RowOf<typeof profileColumns>);

const sessionColumns = { session_id: ROWS['auth.session'].id, renewal_due: boolean };
/** A session that has not ended, with whose it is. */
export type SessionRow = RowOf<typeof sessionColumns> & PersonRow;

const keyColumns = {
  key_id: ROWS.api_keys.id,
  scopes: ROWS.api_keys.scopes,
  assistant_host: ROWS.api_keys.assistant_host,
  /** Whether the installation and the person's organization let assistants in. */
  assistants_on: boolean,
  /** Whether it was made in this network or used from it before. */
  is_known_network: boolean,
};
/** An API key that is neither over nor revoked, with whose it is. */
export type KeyRow = RowOf<typeof keyColumns> & PersonRow;

const personColumns = sql`u."id" as user_id, u."emailVerified" as email_verified, u."email" as user_email,
      u."firstName" as user_first_name, u."lastName" as user_last_name, u."twoFactorEnabled" as two_factor_enabled,
      p.id as profile_id, p.first_name, p.last_name, p.email, p.role, p.is_active, p.avatar_url, p.language,
      p.theme, p.created_at, p.version, p.deleted_at, p.organization_id,
      o.deleted_at is not null as organization_deleted, o.name as organization_name,
      o.slug as organization_slug, o.subscription_status as organization_status,
      coalesce(own.two_factor_required, false) or coalesce(defaults.two_factor_required, false)
        as two_factor_required`;

/**
 * The settings of the session's organization and of the system: they may shorten what a session lasts, never lengthen
 * it. `o` and `s` are the organization and the session. What is stored counts from full lengths, so that a change
 * holds at once for sessions that are open.
 */
export const settings = sql`
  left join settings own on own.organization_id = o.id
  left join settings defaults on defaults.organization_id is null`;
const idleHours = sql`least(own.session_idle_hours, defaults.session_idle_hours)`;
const absoluteHours = sql`least(own.session_absolute_hours, defaults.session_absolute_hours,
  ${sql.lit(ABSOLUTE_DAYS * 24)})`;
/** Whether the session `s` is open by the settings `own` and `defaults`; without those `expiresAt` says it alone. */
export const isOpen = sql`s."expiresAt" > now()
  and s."createdAt" > now() - make_interval(hours => ${absoluteHours})
  and (${idleHours} is null or s."updatedAt" > now() - make_interval(hours => ${idleHours}))`;

/**
 * Who is behind a session's token: every request's first statement, so one join on unique keys. Whether the session
 * has ended is decided by the database's clock alone. The constants are part of the text: as parameters they would
 * have the statement planned anew each time.
 */
export async function findSession(
  db: Kysely<Tables>,
  token: string,
  replica = false,
): Promise<SessionRow | null> {
  const text = replica ? 'positioned' : 'plain';
  // Of a fixed text and one value: built for the first request, not for each.
  const query = (sessionByToken[text] ??= sessionOf(token, replica).compile(db));
  const { rows } = await db.executeQuery({ ...query, parameters: [token] });
  // The columns of a person are null together.
  return (rows[0] as SessionRow | undefined) ?? null;
}

const sessionRow = { ...sessionColumns, ...accountColumns, ...outerJoined(profileColumns) };
type FoundSession = RowOf<typeof sessionRow>;
const sessionByToken: { plain?: CompiledQuery<FoundSession>; positioned?: CompiledQuery<FoundSession> } = {};
const sessionOf = (token: string, replica: boolean) => rowsOf({ ...sessionRow, ...positionColumn(replica) })`
    select s."id" as session_id, ${positionFor(replica)}
      s."expiresAt" < least(
        now() + make_interval(hours => ${sql.lit(RENEW_BELOW_HOURS)}),
        s."createdAt" + make_interval(days => ${sql.lit(ABSOLUTE_DAYS)}))
        or coalesce(s."updatedAt" < now() - ${idleHours} * interval '150 seconds', false) as renewal_due,
      ${personColumns}
    from auth."session" s
    join auth."user" u on u."id" = s."userId"
    left join profiles p on p.user_id = u."id"
    left join organizations o on o.id = p.organization_id
    ${settings}
    where s."token" = ${token} and ${isOpen}`;

/** The same of a person who has an account, outside any session. */
export async function findPerson(
  db: Kysely<Tables>,
  profile_id: string,
  replica = false,
): Promise<PersonRow | null> {
  const { rows } = await rowsOf({ ...personRow, ...positionColumn(replica) })`
    select ${positionFor(replica)} ${personColumns}
    from profiles p
    join auth."user" u on u."id" = p.user_id
    left join organizations o on o.id = p.organization_id
    ${settings}
    where p.id = ${profile_id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Whether single sign-on that an organization requires admits the key `k` of a person `p`: that of an assistant only if
 * the person was signed in by a connection of it when they let it in.
 */
const isAdmitted = sql`(k.assistant_host is null
  or not exists (select from sign_on_enforcement e where e.organization_id = p.organization_id and e.is_on)
  or exists (select from assistant_grants g join identity_connections c on c.id = g.connection_id
    where g.api_key_id = k.id and c.organization_id = p.organization_id))`;

/** Whether the API key of a table, by its name or alias, works: neither revoked nor over, by the database's clock. */
export const isWorkingKey = (key: RawBuilder<unknown>) =>
  sql`${key}.revoked_at is null and ${key}.expires_at > now()`;

/** Who is behind an API key, in one statement; that it was used is noted once a minute at most. */
export async function findKey(
  db: Kysely<Tables>,
  token_hash: Buffer,
  network: string,
  replica = false,
): Promise<KeyRow | null> {
  const { rows } = await rowsOf({ ...keyColumns, ...personRow, ...positionColumn(replica) })`
    with used as (
      update api_keys set last_used_at = now()
      where token_hash = ${token_hash} and ${isWorkingKey(sql`api_keys`)}
        and (last_used_at is null or last_used_at < now() - interval '1 minute'))
    select k.id as key_id, k.scopes, k.assistant_host,
      coalesce(defaults.assistants, false) and (o.id is null or coalesce(own.assistants, false)) as assistants_on,
      -- Assistants come from wherever their makers have machines.
      k.assistant_host is not null or exists (
        select from api_key_networks n where n.api_key_id = k.id and n.network = ${network}) as is_known_network,
      ${positionFor(replica)} ${personColumns}
    from api_keys k
    join profiles p on p.id = k.profile_id
    join auth."user" u on u."id" = p.user_id
    left join organizations o on o.id = p.organization_id
    ${settings}
    where k.token_hash = ${token_hash} and ${isWorkingKey(sql`k`)} and ${isAdmitted}
      and (k.token_expires_at is null or k.token_expires_at > now())`.execute(db);
  return rows[0] ?? null;
}

/** Remembers a network that a key was used from; false where another request was faster. */
export async function insertKeyNetwork(db: Db, key_id: string, network: string): Promise<boolean> {
  const { rows } = await sql`
    insert into api_key_networks (api_key_id, network) values (${key_id}, ${network})
    on conflict do nothing returning network`.execute(db);
  return rows.length === 1;
}

/** Whether the API key that a column names has ended; a column that names none has no key that could. */
export const isEndedKey = (
  column: RawBuilder<unknown>,
) => sql<boolean>`(${column} is not null and not exists (
  select from api_keys k where k.id = ${column} and ${isWorkingKey(sql`k`)}))`;

/** Moves the end of a session to a full idle time from now, never past its absolute end. */
export async function renewSession(db: Kysely<Tables>, session_id: string): Promise<void> {
  await sql`
    update auth."session" set "updatedAt" = now(), "expiresAt" = least(
      now() + make_interval(hours => ${IDLE_HOURS}), "createdAt" + make_interval(days => ${ABSOLUTE_DAYS}))
    where "id" = ${session_id}`.execute(db);
}

/**
 * Attaches the profile that was prepared under this address, if no account has it yet; its id and organization. The
 * links that were mailed to set it up are used up: they would make an account that exists already.
 */
export async function linkPreparedProfile(db: Db, user_id: string, email: string) {
  const { rows } = await rowsOf(columnsOf('profiles', 'id', 'organization_id'))`
    with linked as (
      update profiles set user_id = ${user_id}, updated_at = now()
      where email = ${email} and user_id is null and deleted_at is null
      returning id, organization_id),
    superseded as (
      update auth.mailed_link set used_at = now()
      where profile_id in (select id from linked) and used_at is null)
    select id, organization_id from linked`.execute(db);
  return rows[0] ?? null;
}

/** A profile for an account that has none; null where the address belongs to another profile. */
export async function insertProfile(
  db: Db,
  profile: { user_id: string; email: string; first_name: string; last_name: string },
): Promise<{ id: string } | null> {
  const { rows } = await rowsOf(columnsOf('profiles', 'id'))`
    insert into profiles (user_id, email, first_name, last_name)
    values (${profile.user_id}, ${profile.email}, ${profile.first_name}, ${profile.last_name})
    on conflict do nothing
    returning id`.execute(db);
  return rows[0] ?? null;
}
