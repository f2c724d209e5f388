import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { boolean, json, number, texts } from '../../../platform/database/columns.ts';
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
  condition: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  skipped: number;
  count: number;
};

/** A page of those that match, and how many match. */
export async function listScimUsers(
  db: Db,
  connection_id: string,
  { condition, order, skipped, count }: Slice,
): Promise<{ rows: ScimUserRow[]; total: number }> {
  const total = await countScimUsers(db, connection_id, condition);
  if (count === 0 || skipped >= total) return { rows: [], total };
  const { rows } = await rowsOf(scimUserRow)`
    select ${columns}
    from (select u.id, row_number() over (order by ${order}) as place
      from scim_users u where u.connection_id = ${connection_id} and ${condition}
      order by ${order} limit ${count} offset ${skipped}) page
    join ${from} on u.id = page.id
    order by page.place`.execute(db);
  return { rows, total };
}

async function countScimUsers(
  db: Db,
  connection_id: string,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from scim_users u
    where u.connection_id = ${connection_id} and ${condition}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findScimUser(db: Db, connection_id: string, id: string): Promise<ScimUserRow | null> {
  const { rows } = await rowsOf(scimUserRow)`
    select ${columns} from ${from} where u.connection_id = ${connection_id} and u.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Whether another of the connection has that userName, in capitals or not. */
export async function isUserNameTaken(
  db: Db,
  { connection_id, user_name, except }: { connection_id: string; user_name: string; except: string | null },
): Promise<boolean> {
  const { rows } = await rowsOf(columnsOf('scim_users', 'id'))`
    select id from scim_users
    where connection_id = ${connection_id} and user_key = lower(${user_name}::text)
      and id is distinct from ${except}::uuid`.execute(db);
  return rows.length > 0;
}

const knownPerson = { ...columnsOf('profiles', 'id'), in_bin: boolean, is_linked: boolean };

/** Who of the organization has an address, in the bin too, and whether a provider has told of them. */
export async function findPersonByEmail(
  db: Db,
  organization_id: string,
  email: string,
): Promise<RowOf<typeof knownPerson> | null> {
  const { rows } = await rowsOf(knownPerson)`
    select p.id, p.deleted_at is not null as in_bin,
      exists (select 1 from scim_users u where u.profile_id = p.id) as is_linked
    from profiles p where p.email = ${email} and p.organization_id = ${organization_id}`.execute(db);
  return rows[0] ?? null;
}

type Told = { user_name: string; external_id: string | null; resource: Values };

export async function insertScimUser(
  db: Db,
  of: { connection_id: string; organization_id: string; profile_id: string },
  { user_name, external_id, resource }: Told,
): Promise<string> {
  const { rows } = await rowsOf(columnsOf('scim_users', 'id'))`
    insert into scim_users (connection_id, organization_id, profile_id, user_name, external_id, resource)
    values (${of.connection_id}, ${of.organization_id}, ${of.profile_id}, ${user_name}, ${external_id},
      ${JSON.stringify(resource)}::jsonb)
    returning id`.execute(db);
  const [inserted] = rows;
  if (!inserted) throw new Error('the insert returned no row');
  return inserted.id;
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

export async function deleteScimUser(db: Db, id: string): Promise<void> {
  await sql`delete from scim_users where id = ${id}`.execute(db);
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

/** The super_admins, whom an organization does not see otherwise. */
export async function listSuperAdminIds(db: Db): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('profiles', 'id'))`select id from support_people()`.execute(db);
  return rows.map(({ id }) => id);
}
