import { sql } from 'kysely';
import { UNRESOLVED_STATUSES } from '@atalaya/contract/ticket-states';
import type { Db } from '../../platform/database/database.ts';
import { oneOf } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** As many of each kind as the screen has room for; the list of tickets has the rest. */
const SHOWN = sql.lit(5);

const writtenTicket = columnsOf('tickets', 'id', 'number', 'title', 'status', 'created_at');
export type WrittenTicket = RowOf<typeof writtenTicket>;
const waitingTicket = { ...writtenTicket, why: oneOf('answer', 'assigned') };

const unresolved = sql`status in (${sql.join(UNRESOLVED_STATUSES.map((status) => sql.lit(status)))})`;

/** Unresolved tickets that go on with this person: as the customer, or as who takes care of them. */
export async function listWaiting(db: Db, profile_id: string) {
  const { rows } = await rowsOf(waitingTicket)`
    select id, number, title, status, created_at,
      case when assigned_to = ${profile_id} and waiting_since is null then 'assigned' else 'answer' end as why
    from tickets
    where deleted_at is null and ${unresolved}
      and ((created_by = ${profile_id} and waiting_since is not null)
        or (assigned_to = ${profile_id} and waiting_since is null))
    order by updated_at desc, id desc limit ${SHOWN}`.execute(db);
  return rows;
}

/** The newest tickets that this person wrote. */
export async function listWritten(db: Db, profile_id: string): Promise<WrittenTicket[]> {
  const { rows } = await rowsOf(writtenTicket)`
    select id, number, title, status, created_at from tickets
    where deleted_at is null and created_by = ${profile_id}
    order by created_at desc, id desc limit ${SHOWN}`.execute(db);
  return rows;
}

/** What all people may know of the organization that they belong to. */
export async function findCompany(db: Db, organization_id: string) {
  const company = { ...columnsOf('organizations', 'name'), plan_name: ROWS.plans.name };
  const { rows } = await rowsOf(company)`
    select o.name, p.name as plan_name from organizations o join plans p on p.key = o.plan_type
    where o.id = ${organization_id}`.execute(db);
  return rows[0] ?? null;
}

/** Who administers an organization and can sign in, those who did so last before the others. */
export async function listAdmins(db: Db, organization_id: string) {
  const { rows } = await rowsOf(columnsOf('profiles', 'first_name', 'last_name', 'email'))`
    select first_name, last_name, email from profiles
    where organization_id = ${organization_id} and role = 'admin' and is_active and deleted_at is null
      and user_id is not null
    order by last_login_at desc nulls last, id limit ${SHOWN}`.execute(db);
  return rows;
}
