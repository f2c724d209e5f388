import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, instant, storedDay, ticketRow } from './shapes.ts';

/** The time zone whose days count where neither the organization nor the system names another. */
export const DEFAULT_TIME_ZONE = 'Europe/Madrid';

/** Money is integer cents of `currency`; anything else is counted, and has none. */
const currency = z.string().nullable();

export const dashboardFigureSchema = z.object({
  value: z.int(),
  /** The same span a week earlier; null where there is nothing to compare with. */
  before: z.int().nullable(),
  /** What the value is at most; null: no limit. */
  limit: z.int().nullable(),
  currency,
});
export type DashboardFigure = z.infer<typeof dashboardFigureSchema>;

export const dashboardSeriesSchema = z.object({
  /** Every day of the span, the oldest first, also those with nothing. */
  days: z.array(z.object({ day: storedDay, value: z.int() })),
  currency,
});
export type DashboardSeries = z.infer<typeof dashboardSeriesSchema>;

export const DASHBOARD_CARDS = [
  'money',
  'signed_in',
  'new_clients',
  'sales',
  'seats',
  'active_users',
  'pending_invitations',
  'open_tickets',
  'in_progress_tickets',
  'resolved_tickets',
  'own_tickets',
] as const;
export type DashboardCardKey = (typeof DASHBOARD_CARDS)[number];

export const DASHBOARD_CHARTS = ['views', 'daily_sales', 'opened_tickets', 'completed_tasks'] as const;
export type DashboardChartKey = (typeof DASHBOARD_CHARTS)[number];

export const dashboardCountrySchema = z.object({
  /** ISO 3166-1; null: organizations that name none. */
  country: z.string().nullable(),
  /** Payments received in the last 30 days, and what they come to. */
  sales: z.int(),
  value_cents: z.int(),
  currency: z.string(),
  /** Share of the trials that ended in the last 30 days which ended without subscribing; null: none ended. */
  bounce: z.number().min(0).max(1).nullable(),
});
export type DashboardCountry = z.infer<typeof dashboardCountrySchema>;

export const dashboardProjectSchema = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  plan_name: z.string(),
  created_at: instant,
});
export type DashboardProject = z.infer<typeof dashboardProjectSchema>;

export type DashboardTicket = z.infer<typeof ticketRow>;

/** A part that could not be read is null, and the others are there all the same; one that is not the role's is absent. */
export const dashboardSchema = z.object({
  read_at: instant,
  time_zone: z.string(),
  /** The day that it was then in that zone: the lists narrowed to it hold the rows that were counted. */
  today: storedDay,
  cards: z.array(z.object({ key: z.enum(DASHBOARD_CARDS), figure: dashboardFigureSchema.nullable() })),
  charts: z.array(z.object({ key: z.enum(DASHBOARD_CHARTS), series: dashboardSeriesSchema.nullable() })),
  countries: z.array(dashboardCountrySchema).nullable().optional(),
  projects: z.array(dashboardProjectSchema).nullable().optional(),
  tickets: z.array(ticketRow).nullable().optional(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const dashboardRoutes = defineRoutes({
  readDashboard: {
    method: 'GET',
    path: '/api/dashboard',
    summary:
      'The figures of a role, each read on its own: of everything, of the organization, or of own tickets',
    access: 'dashboard.read',
    costly: true,
    response: dashboardSchema,
  },
  recordVisit: {
    method: 'POST',
    path: '/api/visits',
    summary: 'Counts one screen shown today to a person of the organization; nothing else of it is kept',
    access: 'signed_in',
    costly: true,
  },
});
