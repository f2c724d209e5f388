import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { boolean, json, number, text, texts } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { Values } from './scim-resource.ts';

const scimUserRow = {
  ...columnsOf(
    'scim_users',
    'id',
    'profile_id',
    'user_name',
    'external_id',
    'version',
    'created_at',
    'updated_at',
  ),
  resource: json<Values>(),
  /** May sign in: active, and not in the bin. */
  is_active: boolean,
  /** Counts the changes of the person here. */
  person_version: ROWS.profiles.version,
  groups: json<{ value: string; display: string }[]>(),
};
export type ScimUserRow = RowOf<typeof scimUserRow>;

const columns = sql`u.id, u.profile_id, u.user_name, u.external_id, u.version, u.created_at, u.updated_at, u.resource,
  (p.is_active and p.deleted_at is null) as is_active, p.version as person_version,
  coalesce((select jsonb_agg(jsonb_build_object('value', o.id, 'display', o.display_name) order by o.id)
    from scim_group_members m join scim_groups o on o.id = m.group_id where m.user_id = u.id), '[]') as groups`;
const from = sql`scim_users u join profiles p on p.id = u.profile_id`;

/** Which page of a list: `skipped` before it, at most `count` on it. */
export type Slice = {
  /** null: all. */
  condition: RawBuilder<unknown> | null;
  order: RawBuilder<unknown>;
  skipped: number;
  count: number;
};

/**
 * A page of those that match, and how many match. The ids of the page come first, by an index, so that the rows skipped
 * on a deep page are never read; of all people together the total is kept.
 */
export async function listScimUsers(
  db: Db,
  connection_id: string,
  { condition, order, skipped, count }: Slice,
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const matching = sql`u.connection_id = ${connection_id} and ${condition ?? sql`true`}`;
  const counted = rowsOf({ total: number })`${
    condition
      ? sql`select count(*)::int as total from scim_users u where ${matching}`
      : sql`select told_people as total from identity_connections where id = ${connection_id}`
  }`.execute(db);
  const paged = rowsOf(scimUserRow)`
    select ${columns}
    from (select u.id from scim_users u where ${matching} order by ${order} limit ${count} offset ${skipped}) page
    join ${from} on u.id = page.id
    order by ${order}`.execute(db);
  const [{ rows: totals }, { rows }] = await Promise.all([counted, paged]);
  return { rows, total: totals[0]?.total ?? 0 };
}

/**
 * For the transaction, each person is looked up by an index, one by one; `offset 0` in the statements below keeps the
 * planner from turning that around. While a first synchronization fills these tables its statistics say that they are
 * empty: it would read all people of the organization for a few, by a plan that a connection keeps while they grow.
 */
export async function lookUpByIndexes(db: Db): Promise<void> {
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`.execute(db);
}

/** Those of these whom the connection has, by their ids. */
export async function findScimUsers(
  db: Db,
  connection_id: string,
  ids: string[],
): Promise<Map<string, ScimUserRow>> {
  const { rows } = await rowsOf(scimUserRow)`
    select found.* from unnest(${ids}::uuid[]) as asked (id) cross join lateral (
      select ${columns} from ${from} where u.connection_id = ${connection_id} and u.id = asked.id offset 0) found`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whose these userNames are already, in capitals or not: ids by the names as they were asked for. */
export async function findUserNames(
  db: Db,
  connection_id: string,
  user_names: string[],
): Promise<Map<string, string>> {
  const { rows } = await rowsOf({ ...columnsOf('scim_users', 'id'), asked: text })`
    select found.id, asked.name as asked from unnest(${user_names}::text[]) as asked (name) cross join lateral (
      select u.id from scim_users u
      where u.connection_id = ${connection_id} and u.user_key = lower(asked.name) offset 0) found`.execute(
    db,
  );
  return new Map(rows.map(({ id, asked }) => [asked, id]));
}

const knownPerson = { ...columnsOf('profiles', 'id', 'email'), is_linked: boolean };

/** Who of the organization has one of these addresses, in the bin too, and whether a provider has told of them. */
export async function findPeopleByEmail(
  db: Db,
  organization_id: string,
  emails: string[],
): Promise<Map<string, RowOf<typeof knownPerson>>> {
  const { rows } = await rowsOf(knownPerson)`
    select p.id, p.email, exists (select 1 from scim_users u where u.profile_id = p.id) as is_linked
    from unnest(${emails}::text[]) as asked (email)
    cross join lateral (select * from profiles p where p.email = asked.email offset 0) p
    where p.organization_id = ${organization_id}`.execute(db);
  return new Map(rows.map((row) => [row.email, row]));
}

/** What a provider tells of a person, beside whether they may come in. */
export type Told = { user_name: string; external_id: string | null; resource: Values };

/** The ids by those of the people. */
export async function insertScimUsers(
  db: Db,
  of: { connection_id: string; organization_id: string },
  people: (Told & { profile_id: string })[],
): Promise<Map<string, string>> {
  const { rows } = await rowsOf(columnsOf('scim_users', 'id', 'profile_id'))`
    insert into scim_users (connection_id, organization_id, profile_id, user_name, external_id, resource)
    select ${of.connection_id}, ${of.organization_id}, profile_id, user_name, external_id, resource
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as told (profile_id uuid, user_name text, external_id text, resource jsonb)
    returning id, profile_id`.execute(db);
  return new Map(rows.map(({ id, profile_id }) => [profile_id, id]));
}

export async function saveScimUser(
  db: Db,
  id: string,
  { user_name, external_id, resource }: Told,
): Promise<void> {
  await sql`update scim_users
    set user_name = ${user_name}, external_id = ${external_id}, resource = ${JSON.stringify(resource)}::jsonb,
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

export async function deleteScimUsers(db: Db, ids: string[]): Promise<void> {
  await sql`delete from scim_users where id = any(${ids}::uuid[])`.execute(db);
}

/** Of each of these people the names and ids of their groups. */
export async function listGroupNames(
  db: Db,
  ids: string[],
): Promise<{ profile_id: string; groups: string[] }[]> {
  const { rows } = await rowsOf({ ...columnsOf('scim_users', 'profile_id'), groups: texts })`
    select u.profile_id, coalesce(array_agg(names.one) filter (where names.one is not null), '{}') as groups
    from scim_users u
    left join scim_group_members m on m.user_id = u.id
    left join scim_groups g on g.id = m.group_id
    left join lateral (values (g.display_name), (g.external_id), (g.id::text)) as names (one) on true
    where u.id = any(${ids}::uuid[]) group by u.profile_id order by u.profile_id`.execute(db);
  return rows;
}
