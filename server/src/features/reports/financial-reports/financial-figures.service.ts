import type { FinancialReportKey } from '@atalaya/contract/financial-reports';
import type { ReportUnit } from '@atalaya/contract/reports';
import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import { daysOfRow } from '../report-figures.service.ts';
import type { AskedDays as Asked } from '../report-answers.service.ts';
import { MOVEMENTS, lossEntries, movementEntries, standingEntries } from './ledger.queries.ts';
import { debtEntries, invoiceEntries, overdueEntries, paymentEntries } from './revenue.queries.ts';
import type { Grouping } from './revenue.queries.ts';

export type Figure = { row: string; column: string; currency: string };
export type Behind = { source: RawBuilder<unknown>; unit: ReportUnit };
type Find = (asked: Asked, figure: Figure) => Behind | null;

const inCents = (source: RawBuilder<unknown>): Behind => ({ source, unit: 'cents' });
const counted = (source: RawBuilder<unknown>): Behind => ({ source, unit: 'count' });

const findIndicators: Find = ({ period }, { row, column, currency }) => {
  if (row !== 'figures') return null;
  switch (column) {
    case 'mrr':
    case 'arpu':
      return inCents(standingEntries(period, currency, 'end', { times: 1 }));
    case 'arr':
      return inCents(standingEntries(period, currency, 'end', { times: 12 }));
    case 'payers':
      return counted(standingEntries(period, currency, 'end', 'count'));
    case 'logo_churn':
      return counted(lossEntries(period, currency, 'count'));
    case 'revenue_churn':
      return inCents(lossEntries(period, currency, 'cents'));
    default:
      return null;
  }
};

const findMrr: Find = ({ period }, { row, column, currency }) => {
  if (column !== 'amount' && column !== 'number') return null;
  const isCount = column === 'number';
  const as = isCount ? counted : inCents;
  if (row === 'opening' || row === 'closing') {
    const at = row === 'opening' ? 'begin' : 'end';
    return as(standingEntries(period, currency, at, isCount ? 'count' : { times: 1 }));
  }
  const movement = MOVEMENTS.find((each) => each === row);
  return movement ? as(movementEntries(period, currency, [movement], isCount ? 'count' : 'cents')) : null;
};

const findRevenue =
  (grouping: Grouping): Find =>
  ({ period }, { row, column, currency }) => {
    const key = row === 'total' ? null : { grouping, key: row };
    if (column === 'collected') return inCents(paymentEntries(period, currency, key, 'all'));
    if (column !== 'revenue' && column !== 'invoiced') return null;
    return inCents(invoiceEntries(period, currency, key, column));
  };

const findOverdue: Find = (_, { row, column, currency }) => {
  const key = row === 'total' ? null : row;
  if (column === 'invoices') return counted(overdueEntries(currency, key, 'count'));
  return column === 'outstanding' ? inCents(overdueEntries(currency, key, 'cents')) : null;
};

const findDebtors: Find = (_, { row, column, currency }) => {
  const organization_id = row === 'total' ? null : row;
  if (organization_id !== null && !z.uuid().safeParse(organization_id).success) return null;
  switch (column) {
    case 'unpaid_invoices':
      return counted(debtEntries(currency, organization_id, 'unpaid', 'count'));
    case 'overdue':
      return inCents(debtEntries(currency, organization_id, 'overdue', 'cents'));
    case 'outstanding':
    case 'oldest_due':
      return inCents(debtEntries(currency, organization_id, 'unpaid', 'cents'));
    default:
      return null;
  }
};

const findCollections: Find = ({ period, step }, { row, column, currency }) => {
  const days = daysOfRow(period, step, row);
  if (!days) return null;
  if (column === 'invoiced') return inCents(invoiceEntries(days, currency, null, 'invoiced'));
  if (column !== 'collected' && column !== 'refunded') return null;
  return inCents(paymentEntries(days, currency, null, column));
};

const FINDERS: Record<FinancialReportKey, Find> = {
  indicators: findIndicators,
  mrr: findMrr,
  plans: findRevenue('plans'),
  countries: findRevenue('countries'),
  overdue: findOverdue,
  debtors: findDebtors,
  collections: findCollections,
};

/** The rows behind a figure; null: there is no such figure. */
export const behind = (report: FinancialReportKey, asked: Asked, figure: Figure): Behind | null =>
  FINDERS[report](asked, figure);
