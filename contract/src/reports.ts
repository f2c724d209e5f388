import { z } from 'zod';
import { daysBetween } from './days.ts';
import { defineRoutes } from './route.ts';
import { day, id, instant, pageOf, pageQuery, storedDay, text } from './shapes.ts';

/** Reports of what people do; those of money have the same shapes (financial-reports.ts). */

/** Spans that are named by the day on which one asks; any other has its two days. */
export const REPORT_PERIODS = ['today', '7d', '30d', 'month', 'last_month', 'quarter', 'year'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];
/** How the days of a report are put together; weeks begin on Monday. */
export const REPORT_STEPS = ['day', 'week', 'month'] as const;
export type ReportStep = (typeof REPORT_STEPS)[number];
/** Days that a report spans at most: five years. */
export const REPORT_DAYS_MAX = 1827;

export const REPORTS = ['users', 'invitations', 'tickets', 'times', 'seats'] as const;
export type ReportKey = (typeof REPORTS)[number];

/**
 * What a value counts; money is integer cents of the row's currency, a share goes from 0 (none) to 1 (all), a day is how
 * many days it lies after 1970-01-01.
 */
export const REPORT_UNITS = ['count', 'seconds', 'cents', 'share', 'day'] as const;
export type ReportUnit = (typeof REPORT_UNITS)[number];

const span = z.object({ from: storedDay, to: storedDay });
const values = z.array(z.number().nullable());

export const reportRowSchema = z.object({
  /** What the row is of: a word of the report, a day (the first of its step), a plan, a country, or an id. */
  key: z.string(),
  /** What it is called, where that is not said by the key. */
  name: z.string().nullable(),
  currency: z.string().nullable(),
  /** One for each column; null: there is none. */
  values,
  /** The same of the period before; null: nothing to compare with. */
  before: values.nullable(),
});
export type ReportRow = z.infer<typeof reportRowSchema>;

export const reportSchema = z.object({
  report: z.string(),
  read_at: instant,
  /** Days are of this zone. */
  time_zone: z.string(),
  organization: z.object({ id, name: z.string() }).nullable(),
  /** Both days are of it. */
  period: span,
  before: span.nullable(),
  /** Where the rows are days. */
  step: z.enum(REPORT_STEPS).nullable(),
  columns: z.array(z.object({ key: z.string(), unit: z.enum(REPORT_UNITS) })),
  rows: z.array(reportRowSchema),
  /** Over everything, also what has no row here: one for each currency. */
  totals: z.array(reportRowSchema),
});
export type Report = z.infer<typeof reportSchema>;

export const REPORT_ENTRY_KINDS = [
  'user',
  'invitation',
  'ticket',
  'organization',
  'subscription_event',
  'invoice',
  'payment',
] as const;

/** A stored row behind a figure, and what it contributes to it. */
export const reportEntrySchema = z.object({
  kind: z.enum(REPORT_ENTRY_KINDS),
  id,
  /** The object that it opens: the invoice of a payment, the organization of an event. */
  opens_id: id.nullable(),
  name: z.string(),
  /** A word of its own: a role, a status, a kind of change. */
  detail: z.string().nullable(),
  organization_name: z.string().nullable(),
  /** An instant, or a day. */
  at: z.string().nullable(),
  value: z.number(),
});
export type ReportEntry = z.infer<typeof reportEntrySchema>;

export const reportEntriesSchema = pageOf(reportEntrySchema).extend({
  unit: z.enum(REPORT_UNITS),
  currency: z.string().nullable(),
  /** Of the values of all pages. */
  sum: z.number(),
});
export type ReportEntries = z.infer<typeof reportEntriesSchema>;

/** The period: a named one, or two days. */
export const reportSpanQuery = {
  period: z.enum(REPORT_PERIODS).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Beside the period before. */
  compare: z.literal('true').optional(),
  step: z.enum(REPORT_STEPS).optional(),
};
/** The figure whose rows are asked for. */
export const reportFigureQuery = {
  row: text(60),
  column: text(40),
  currency: z
    .string()
    .length(3)
    .regex(/^[A-Z]{3}$/)
    .optional(),
};

type Span = { from?: string | undefined; to?: string | undefined };

/** Whether two days, or none, make a span that a report can have. */
export function isReportSpan({ from, to }: Span): boolean {
  if (from === undefined && to === undefined) return true;
  if (from === undefined || to === undefined || from > to) return false;
  return daysBetween(from, to) < REPORT_DAYS_MAX;
}
export const spanRefusal = { error: 'invalid', path: ['to'] };

const query = {
  report: z.enum(REPORTS),
  ...reportSpanQuery,
  /** super_admin only; absent: every one. Another's is not found. */
  organization_id: id.optional(),
};
export const reportQuery = z.strictObject(query).refine(isReportSpan, spanRefusal);
export type ReportQuery = z.output<typeof reportQuery>;
export const reportEntriesQuery = z
  .strictObject({ ...query, ...reportFigureQuery, ...pageQuery })
  .refine(isReportSpan, spanRefusal);
export type ReportEntriesQuery = z.output<typeof reportEntriesQuery>;

export const reportRoutes = defineRoutes({
  readReport: {
    method: 'GET',
    path: '/api/reports',
    summary:
      'The figures of a period, of the own organization, one, or all, beside those of the period before',
    access: 'reports.read',
    costly: true,
    query: reportQuery,
    response: reportSchema,
  },
  exportReport: {
    method: 'GET',
    path: '/api/reports/export',
    summary: 'The same figures as CSV (UTF-8 with BOM, semicolons)',
    access: 'reports.export',
    costly: true,
    query: reportQuery,
    response: z.unknown().meta({ description: 'text/csv' }),
  },
  listReportEntries: {
    method: 'GET',
    path: '/api/reports/entries',
    summary: 'The rows behind one figure, and what they come to',
    access: 'reports.read',
    costly: true,
    query: reportEntriesQuery,
    response: reportEntriesSchema,
  },
});
