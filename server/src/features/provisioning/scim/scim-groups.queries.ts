import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { json, number } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../../platform/database/rows.ts';
import type { Slice } from './scim-users.queries.ts';

export type Member = { value: string; display: string | null };

const scimGroupRow = {
  ...columnsOf('scim_groups', 'id', 'display_name', 'external_id', 'version', 'created_at', 'updated_at'),
  members: json<(Member & { is_user: boolean })[]>(),
};
export type ScimGroupRow = RowOf<typeof scimGroupRow>;

/** Without its members where they are not asked for: a group may have thousands. */
const columnsWith = (
  members: boolean,
) => sql`g.id, g.display_name, g.external_id, g.version, g.created_at, g.updated_at,
  ${
    members
      ? sql`coalesce((select jsonb_agg(jsonb_build_object('value', m.value, 'display', m.display,
          'is_user', m.user_id is not null) order by m.value)
          from scim_group_members m where m.group_id = g.id), '[]')`
      : sql`'[]'::jsonb`
  } as members`;

/** A page of those that match, and how many match, exactly. */
export async function listScimGroups(
  db: Db,
  connection_id: string,
  { condition, order, skipped, count }: Slice,
  with_members: boolean,
): Promise<{ rows: ScimGroupRow[]; total: number }> {
  const total = await countScimGroups(db, connection_id, condition);
  if (count === 0 || skipped >= total) return { rows: [], total };
  const { rows } = await rowsOf(scimGroupRow)`
    select ${columnsWith(with_members)} from scim_groups g
    where g.connection_id = ${connection_id} and ${condition ?? sql`true`}
    order by ${order} limit ${count} offset ${skipped}`.execute(db);
  return { rows, total };
}

async function countScimGroups(
  db: Db,
  connection_id: string,
  condition: Slice['condition'],
): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from scim_groups g
    where g.connection_id = ${connection_id} and ${condition ?? sql`true`}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findScimGroup(
  db: Db,
  connection_id: string,
  id: string,
  with_members = true,
): Promise<ScimGroupRow | null> {
  const { rows } = await rowsOf(scimGroupRow)`
    select ${columnsWith(with_members)} from scim_groups g
    where g.connection_id = ${connection_id} and g.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

type Told = { display_name: string; external_id: string | null };

export async function insertScimGroup(
  db: Db,
  of: { connection_id: string; organization_id: string },
  { display_name, external_id }: Told,
): Promise<string> {
  const { rows } = await rowsOf(columnsOf('scim_groups', 'id'))`
    insert into scim_groups (connection_id, organization_id, display_name, external_id)
    values (${of.connection_id}, ${of.organization_id}, ${display_name}, ${external_id}) returning id`.execute(
    db,
  );
  return onlyRow(rows).id;
}

export async function saveScimGroup(db: Db, id: string, { display_name, external_id }: Told): Promise<void> {
  await sql`update scim_groups
    set display_name = ${display_name}, external_id = ${external_id}, version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

export async function deleteScimGroup(db: Db, id: string): Promise<void> {
  await sql`delete from scim_groups where id = ${id}`.execute(db);
}

type Touched = string[];
const usersOf = (rows: { user_id: string | null }[]): Touched => rows.flatMap(({ user_id }) => user_id ?? []);

/** Adds members, or names them anew; the people among them. */
export async function addMembers(
  db: Db,
  { id, organization_id, connection_id }: { id: string; organization_id: string; connection_id: string },
  members: Member[],
): Promise<Touched> {
  const { rows } = await rowsOf(columnsOf('scim_group_members', 'user_id'))`
    insert into scim_group_members (group_id, organization_id, value, user_id, display)
    select ${id}, ${organization_id}, m.value, u.id, m.display
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m (value text, display text)
    left join scim_users u on u.connection_id = ${connection_id} and u.id = (
      case when m.value ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then m.value::uuid end)
    order by m.value
    on conflict (group_id, value) do update
      set display = coalesce(excluded.display, scim_group_members.display), user_id = excluded.user_id
    returning user_id`.execute(db);
  return usersOf(rows);
}

/** Takes away the members m of a group for which something is so; the people among them. */
export async function removeMembers(
  db: Db,
  group_id: string,
  condition: RawBuilder<unknown>,
): Promise<Touched> {
  const { rows } = await rowsOf(columnsOf('scim_group_members', 'user_id'))`
    delete from scim_group_members m where m.group_id = ${group_id} and ${condition} returning m.user_id`.execute(
    db,
  );
  return usersOf(rows);
}

/** All members, or those of these values. */
export const ALL_MEMBERS = sql`true`;
export const withValues = (values: string[]) => sql`m.value = any(${values}::text[])`;
export const withoutValues = (values: string[]) => sql`m.value <> all(${values}::text[])`;

/** The people who are members. */
export async function listMemberUsers(db: Db, group_id: string): Promise<Touched> {
  const { rows } = await rowsOf(columnsOf('scim_group_members', 'user_id'))`
    select user_id from scim_group_members where group_id = ${group_id} and user_id is not null`.execute(db);
  return usersOf(rows);
}

/** The people who are members of the groups of these names or ids. */
export async function listUsersOfGroups(db: Db, connection_id: string, names: string[]): Promise<Touched> {
  const { rows } = await rowsOf(columnsOf('scim_group_members', 'user_id'))`
    select distinct m.user_id from scim_group_members m join scim_groups g on g.id = m.group_id
    where g.connection_id = ${connection_id} and m.user_id is not null
      and array[g.display_name, g.external_id, g.id::text] && ${names}::text[]`.execute(db);
  return usersOf(rows);
}

export async function countMembers(db: Db, group_id: string): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from scim_group_members where group_id = ${group_id}`.execute(db);
  return rows[0]?.total ?? 0;
}
