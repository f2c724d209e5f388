import { sql } from 'kysely';
import type { TicketAssignee } from '@atalaya/contract/tickets';
import type { Db } from '../../platform/database/database.ts';
import { nullable, number, oneOf, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { unresolved } from './ticket-filters.queries.ts';

/** Active admins who are in sight, and the super_admins, whom an organization does not see otherwise. */
const assignable = sql`
  select id, first_name, last_name, null::uuid as organization_id, 'super_admin' as role from support_people()
  union all
  select id, first_name, last_name, organization_id, 'admin' from profiles
  where role = 'admin' and is_active and deleted_at is null and organization_id is not null`;

/** Who can be given tickets of an organization (or of any: super_admins alone), with what they have already. */
export async function listAssignees(
  db: Db,
  organization_id: string | null,
  limit: number,
): Promise<TicketAssignee[]> {
  const { rows } = await rowsOf({
    ...columnsOf('profiles', 'id'),
    name: text,
    role: oneOf('admin', 'super_admin'),
    load: number,
  })`
    select p.id, full_name(p.first_name, p.last_name) as name, p.role,
      (select count(*)::int from tickets t
        where t.assigned_to = p.id and ${unresolved} and t.deleted_at is null) as load
    from (${assignable}) p
    where p.organization_id is null or p.organization_id = ${organization_id}
    order by p.role desc, search_text(full_name(p.first_name, p.last_name)), p.id limit ${limit}`.execute(db);
  return rows;
}

const assignee = {
  ...columnsOf('profiles', 'id'),
  name: text,
  organization_id: nullable(uuid),
};
export type Assignee = RowOf<typeof assignee>;

/** A person who can be given tickets, of any organization (null) or of their own; or null. */
export async function findAssignee(db: Db, id: string): Promise<Assignee | null> {
  const { rows } = await rowsOf(assignee)`
    select p.id, full_name(p.first_name, p.last_name) as name, p.organization_id
    from (${assignable}) p where p.id = ${id} limit 1`.execute(db);
  return rows[0] ?? null;
}
