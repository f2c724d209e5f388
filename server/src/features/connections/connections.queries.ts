import { sql } from 'kysely';
import type { ConnectionRole } from '@atalaya/contract/connections';
import type { Db } from '../../platform/database/database.ts';
import { json, nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

export type GroupRole = { group: string; role: ConnectionRole };

const connectionRow = {
  ...columnsOf(
    'identity_connections',
    'id',
    'organization_id',
    'name',
    'default_role',
    'heir_id',
    'version',
    'created_at',
    'updated_at',
  ),
  heir_name: nullable(text),
  groups: json<GroupRole[]>(),
};
export type ConnectionRow = RowOf<typeof connectionRow>;

const columns = sql`c.id, c.organization_id, c.name, c.default_role, c.heir_id, c.version, c.created_at,
  c.updated_at, full_name(h.first_name, h.last_name) as heir_name,
  coalesce((select jsonb_agg(jsonb_build_object('group', g.group_value, 'role', g.role) order by g.group_value)
    from connection_group_roles g where g.connection_id = c.id), '[]') as groups`;
const heir = sql`left join profiles h on h.id = c.heir_id`;

/** The connections of an organization, by name. */
export async function listConnections(
  db: Db,
  organization_id: string,
  limit: number,
): Promise<ConnectionRow[]> {
  const { rows } = await rowsOf(connectionRow)`
    select ${columns} from identity_connections c ${heir} where c.organization_id = ${organization_id}
    order by search_text(c.name), c.id limit ${limit}`.execute(db);
  return rows;
}

export async function findConnection(db: Db, id: string): Promise<ConnectionRow | null> {
  const { rows } = await rowsOf(connectionRow)`
    select ${columns} from identity_connections c ${heir} where c.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The same, its row locked until the transaction ends. */
export async function lockConnection(db: Db, id: string): Promise<ConnectionRow | null> {
  const { rows } = await rowsOf(connectionRow)`
    select ${columns} from identity_connections c ${heir} where c.id = ${id} for update of c`.execute(db);
  return rows[0] ?? null;
}

export async function countConnections(db: Db, organization_id: string): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from identity_connections
    where organization_id = ${organization_id}`.execute(db);
  return rows[0]?.total ?? 0;
}

type Values = Pick<ConnectionRow, 'name' | 'default_role' | 'heir_id'>;

/** Its id, or null where the organization has one of that name. */
export async function insertConnection(
  db: Db,
  organization_id: string,
  { name, default_role, heir_id }: Values,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('identity_connections', 'id'))`
    insert into identity_connections (organization_id, name, default_role, heir_id)
    values (${organization_id}, ${name}, ${default_role}, ${heir_id})
    on conflict (organization_id, search_text(name)) do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Whether another connection of the organization has that name. */
export async function isNameTaken(
  db: Db,
  { id, organization_id, name }: Pick<ConnectionRow, 'id' | 'organization_id' | 'name'>,
): Promise<boolean> {
  const { rows } = await rowsOf(columnsOf('identity_connections', 'id'))`
    select id from identity_connections
    where organization_id = ${organization_id} and search_text(name) = search_text(${name}) and id <> ${id}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function saveConnection(
  db: Db,
  id: string,
  { name, default_role, heir_id }: Values,
): Promise<void> {
  await sql`update identity_connections
    set name = ${name}, default_role = ${default_role}, heir_id = ${heir_id}, version = version + 1,
      updated_at = now()
    where id = ${id}`.execute(db);
}

/** Which groups give which role, in the place of those before. */
export async function replaceGroups(
  db: Db,
  { id, organization_id }: Pick<ConnectionRow, 'id' | 'organization_id'>,
  groups: GroupRole[],
): Promise<void> {
  await sql`delete from connection_group_roles where connection_id = ${id}`.execute(db);
  await sql`insert into connection_group_roles (connection_id, organization_id, group_value, role)
    select ${id}, ${organization_id}, g."group", g.role
    from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as g ("group" text, role text)`.execute(db);
}

export async function deleteConnection(db: Db, id: string): Promise<void> {
  await sql`delete from identity_connections where id = ${id}`.execute(db);
}
