import { sql } from 'kysely';
import type { DashboardFigure } from '@atalaya/contract/dashboard';
import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import type { Db } from '../../platform/database/database.ts';
import { notNull, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';
import { written } from './dashboard-days.queries.ts';
import type { Reach } from './dashboard-days.queries.ts';

const counted = (value: number, limit: number | null = null): DashboardFigure => ({
  value,
  before: null,
  limit,
  currency: null,
});

const team = {
  ...columnsOf('organization_seats', 'max_users'),
  active_users: notNull(ROWS.organization_seats.active_users),
  pending_invitations: notNull(ROWS.organization_seats.pending_invitations),
  used_seats: notNull(ROWS.organization_seats.used_seats),
};
type Team = RowOf<typeof team>;

/** The seats that people take and invitations reserve, of those that the organization has. */
export async function readSeats(db: Db, reach: Reach): Promise<DashboardFigure> {
  const { max_users, used_seats } = await findTeam(db, reach);
  return counted(used_seats, max_users === UNLIMITED_SEATS ? null : max_users);
}

/** People of the organization who may sign in. */
export async function readActiveUsers(db: Db, reach: Reach): Promise<DashboardFigure> {
  return counted((await findTeam(db, reach)).active_users);
}

/** Invitations that can still be accepted. */
export async function readPendingInvitations(db: Db, reach: Reach): Promise<DashboardFigure> {
  return counted((await findTeam(db, reach)).pending_invitations);
}

async function findTeam(db: Db, { organization_id }: Reach): Promise<Team> {
  const { rows } = await rowsOf(team)`
    select max_users, active_users, pending_invitations, used_seats
    from organization_seats where organization_id = ${organization_id}::uuid`.execute(db);
  if (!rows[0]) throw new Error('the organization of the actor cannot be read');
  return rows[0];
}

/** How many tickets are in a state; null: in any. */
export function ticketsIn(status: TicketStatus | null) {
  return async (db: Db, reach: Reach): Promise<DashboardFigure> => {
    const { rows } = await rowsOf({ tickets: number })`
      select count(*)::int as tickets from tickets where deleted_at is null and ${written(reach)}
        and ${status === null ? sql`true` : sql`status = ${status}`}`.execute(db);
    return counted(rows[0]?.tickets ?? 0);
  };
}

/** The latest tickets. */
export async function readLatestTickets(db: Db, reach: Reach) {
  const { rows } = await rowsOf(columnsOf('tickets', 'id', 'number', 'title', 'status', 'created_at'))`
    select id, number, title, status, created_at from tickets
    where deleted_at is null and ${written(reach)} order by created_at desc, id desc limit 5`.execute(db);
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}
