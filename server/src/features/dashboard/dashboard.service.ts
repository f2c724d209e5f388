import type {
  Dashboard,
  DashboardCardKey,
  DashboardChartKey,
  DashboardFigure,
  DashboardSeries,
} from '@atalaya/contract/dashboard';
import { scopeOf } from '@atalaya/contract/permissions';
import type { Role } from '@atalaya/contract/roles';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { withSavepoint } from '../../platform/database/savepoint.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { findDay, readCompleted, readDailySales, readOpened, readViews } from './dashboard-days.queries.ts';
import type { Reach } from './dashboard-days.queries.ts';
import {
  readCountries,
  readMoney,
  readNewClients,
  readProjects,
  readSales,
  readSignedIn,
} from './dashboard-sales.queries.ts';
import {
  readActiveUsers,
  readLatestTickets,
  readPendingInvitations,
  readSeats,
  ticketsIn,
} from './dashboard-team.queries.ts';
import { countVisit } from './visits.queries.ts';

type Read<T> = (db: Db, reach: Reach) => Promise<T>;

const CARDS: Record<Role, Partial<Record<DashboardCardKey, Read<DashboardFigure>>>> = {
  super_admin: {
    money: readMoney,
    signed_in: readSignedIn,
    new_clients: readNewClients,
    sales: readSales,
  },
  admin: {
    seats: readSeats,
    active_users: readActiveUsers,
    pending_invitations: readPendingInvitations,
    open_tickets: ticketsIn('open'),
  },
  user: {
    open_tickets: ticketsIn('open'),
    in_progress_tickets: ticketsIn('in_progress'),
    resolved_tickets: ticketsIn('resolved'),
    own_tickets: ticketsIn(null),
  },
};

const CHARTS: Record<Role, Partial<Record<DashboardChartKey, Read<DashboardSeries>>>> = {
  super_admin: { views: readViews, daily_sales: readDailySales, completed_tasks: readCompleted },
  admin: { views: readViews, opened_tickets: readOpened, completed_tasks: readCompleted },
  user: { opened_tickets: readOpened, completed_tasks: readCompleted },
};

/** Everything that the dashboard of a role shows, in one transaction; a part that cannot be read is null. */
export function readDashboard(platform: Platform, actor: Actor): Promise<Dashboard> {
  return platform.database.readTogether(actor, 'read the figures of every organization', async (db) => {
    const { role, organization_id } = actor;
    const { zone, today } = await findDay(db, organization_id);
    const own = scopeOf(role, 'dashboard.read') === 'own';
    const reach: Reach = { zone, organization_id, profile_id: own ? actor.profile_id : null };
    const read = <T>(part: string, fn: Read<T>) => alone(platform, db, part, () => fn(db, reach));
    // One after the other: they share a connection, and a savepoint holds one part.
    const cards: Dashboard['cards'] = [];
    for (const [key, fn] of entriesOf(CARDS[role])) cards.push({ key, figure: await read(key, fn) });
    const charts: Dashboard['charts'] = [];
    for (const [key, fn] of entriesOf(CHARTS[role])) charts.push({ key, series: await read(key, fn) });
    const head = { read_at: new Date().toISOString(), time_zone: zone, today, cards, charts };
    if (role !== 'super_admin') return { ...head, tickets: await read('tickets', readLatestTickets) };
    const countries = await read('countries', readCountries);
    return { ...head, countries, projects: await read('projects', readProjects) };
  });
}

/** Reads a part on its own: what fails in it is logged, and the transaction goes on. */
async function alone<T>(platform: Platform, db: Db, part: string, fn: () => Promise<T>): Promise<T | null> {
  try {
    return await withSavepoint(db, fn);
  } catch (error) {
    platform.log.error({ err: error, part }, 'a part of the dashboard cannot be read');
    return null;
  }
}

/** Counts one screen shown to a person of an organization, or of the system; one shown to any other is not counted. */
export async function recordVisit(platform: Platform, actor: Actor): Promise<void> {
  if (actor.role !== 'super_admin' && actor.organization_id === null) return;
  await platform.database.withActor(actor, 'count a screen shown to a super_admin', (db) =>
    countVisit(db, actor.organization_id),
  );
}

function entriesOf<K extends string, T>(parts: Partial<Record<K, T>>): [K, T][] {
  return Object.entries(parts) as [K, T][];
}
