import { numberOfDay } from '@atalaya/contract/days';
import type { FinancialReportKey } from '@atalaya/contract/financial-reports';
import type { ReportRow } from '@atalaya/contract/reports';
import type { Db } from '../../../platform/database/database.ts';
import type { Days } from '../../../platform/database/zoned-days.ts';
import type { AskedDays as Asked } from '../report-answers.service.ts';
import { beside, cents, count, inSteps, withGone } from '../report-table.rules.ts';
import type { Column, Line, ReportTable } from '../report-table.rules.ts';
import { MOVEMENTS, sumLedger, sumLosses, sumMovements } from './ledger.queries.ts';
import {
  listDebtors,
  listPlanNames,
  sumCollections,
  sumDebts,
  sumOverdue,
  sumRevenue,
} from './revenue.queries.ts';
import type { DebtSum, Grouping } from './revenue.queries.ts';

/** The bridge of a span: what there was, how it moved, what there is; by currency. */
async function bridge(db: Db, days: Days): Promise<Line[]> {
  const opening = await sumLedger(db, days, 'begin');
  const moved = await sumMovements(db, days);
  const currencies = [...new Set([...opening, ...moved].map(({ currency }) => currency))].toSorted();
  return currencies.flatMap((currency) => {
    const { mrr = 0, payers = 0 } = opening.find((each) => each.currency === currency) ?? {};
    const steps = MOVEMENTS.map((key) => {
      const found = moved.find((each) => each.currency === currency && each.movement === key);
      return { key, mrr: found?.mrr ?? 0, events: found?.events ?? 0 };
    });
    const eventsOf = (...keys: string[]) =>
      steps.filter(({ key }) => keys.includes(key)).reduce((sum, { events }) => sum + events, 0);
    const closing = steps.reduce((sum, step) => sum + step.mrr, mrr);
    const closingPayers = payers + eventsOf('new', 'reactivation') - eventsOf('churn');
    return [
      { key: 'opening', currency, values: [mrr, payers] },
      ...steps.map((step) => ({ key: step.key, currency, values: [step.mrr, step.events] })),
      { key: 'closing', currency, values: [closing, closingPayers] },
    ];
  });
}

async function readMrr(db: Db, { period, before }: Asked): Promise<ReportTable> {
  const earlier = before && (await bridge(db, before));
  const lines = withGone(await bridge(db, period), earlier, [0, 0]);
  return { columns: [cents('amount'), count('number')], rows: beside(lines, earlier, [0, 0]), totals: [] };
}

/** MRR, ARR, who pays, ARPU, and the shares of customers and revenue that were lost of those there were. */
async function indicators(db: Db, days: Days): Promise<Line[]> {
  const lines = await bridge(db, days);
  const losses = await sumLosses(db, days);
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const valuesOf = (key: string) =>
      lines.find((line) => line.currency === currency && line.key === key)?.values.map(Number) ?? [];
    const [openingMrr = 0, openingPayers = 0] = valuesOf('opening');
    const [mrr = 0, payers = 0] = valuesOf('closing');
    const lost = losses.find((each) => each.currency === currency);
    const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
    const values = [
      mrr,
      12 * mrr,
      payers,
      payers === 0 ? null : Math.round(mrr / payers),
      share(lost?.payers ?? 0, openingPayers),
      share(lost?.mrr ?? 0, openingMrr),
    ];
    return { key: 'figures', currency, values };
  });
}

const INDICATORS: Column[] = [
  cents('mrr'),
  cents('arr'),
  count('payers'),
  cents('arpu'),
  { key: 'logo_churn', unit: 'share' },
  { key: 'revenue_churn', unit: 'share' },
];

async function readIndicators(db: Db, { period, before }: Asked): Promise<ReportTable> {
  const lines = await indicators(db, period);
  const rows = beside(lines, before && (await indicators(db, before)), [0, 0, 0, null, null, null]);
  return { columns: INDICATORS, rows, totals: [] };
}

const revenueBy =
  (grouping: Grouping) =>
  async (db: Db, { period, before }: Asked): Promise<ReportTable> => {
    const names = grouping === 'plans' ? await listPlanNames(db) : null;
    const lines = async (days: Days): Promise<Line[]> =>
      (await sumRevenue(db, days, grouping)).map(({ key, currency, revenue, invoiced, collected }) => ({
        key,
        name: names?.get(key) ?? null,
        currency,
        values: [revenue, invoiced, collected],
      }));
    const earlier = before && (await lines(before));
    const rows = byCurrency(beside(withGone(await lines(period), earlier, [0, 0, 0]), earlier, [0, 0, 0]));
    return { columns: ['revenue', 'invoiced', 'collected'].map(cents), rows, totals: totalsOf(rows) };
  };

const AGES = ['0-30', '31-60', '61-90', 'over-90'] as const;

async function readOverdue(db: Db): Promise<ReportTable> {
  const found = await sumOverdue(db);
  const currencies = [...new Set(found.map(({ currency }) => currency))].toSorted();
  const rows = currencies.flatMap((currency) =>
    AGES.map((key) => {
      const row = found.find((each) => each.key === key && each.currency === currency);
      return { key, name: null, currency, values: [row?.invoices ?? 0, row?.outstanding ?? 0], before: null };
    }),
  );
  return { columns: [count('invoices'), cents('outstanding')], rows, totals: totalsOf(rows) };
}

/** As many of each currency as the report names; the totals are of all. */
const DEBTOR_ROWS = 20;

async function readDebtors(db: Db): Promise<ReportTable> {
  const valuesOf = ({ invoices, overdue, outstanding, oldest_due }: DebtSum) => [
    invoices,
    overdue,
    outstanding,
    numberOfDay(oldest_due),
  ];
  const rows = (await listDebtors(db, DEBTOR_ROWS)).map((debtor) => ({
    key: debtor.organization_id,
    name: debtor.name,
    currency: debtor.currency,
    values: valuesOf(debtor),
    before: null,
  }));
  const totals = (await sumDebts(db)).map((sum) => ({
    key: 'total',
    name: null,
    currency: sum.currency,
    values: valuesOf(sum),
    before: null,
  }));
  const columns: Column[] = [
    count('unpaid_invoices'),
    cents('overdue'),
    cents('outstanding'),
    { key: 'oldest_due', unit: 'day' },
  ];
  return { columns, rows, totals };
}

async function readCollections(db: Db, { period, before, step }: Asked): Promise<ReportTable> {
  const earlier = before && { span: before, counts: await sumCollections(db, before) };
  const now = { span: period, counts: await sumCollections(db, period) };
  const table = inSteps(['invoiced', 'collected', 'refunded'].map(cents), step, now, earlier);
  const hasMoney = now.counts.length > 0 || (earlier?.counts.length ?? 0) > 0;
  return hasMoney ? table : { ...table, rows: [], totals: [] };
}

/** Kept in their order within each currency. */
const byCurrency = (rows: ReportRow[]) =>
  rows.toSorted((a, b) => (a.currency ?? '').localeCompare(b.currency ?? ''));

function totalsOf(rows: ReportRow[]): ReportRow[] {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const sum = (values: (row: ReportRow) => (number | null)[] | null) =>
      (own[0]?.values ?? []).map((_, index) =>
        own.reduce((all, row) => all + (values(row)?.[index] ?? 0), 0),
      );
    const compared = own.some(({ before }) => before !== null);
    return {
      key: 'total',
      name: null,
      currency,
      values: sum(({ values }) => values),
      before: compared ? sum(({ before }) => before) : null,
    };
  });
}

/** How each report is read. */
export const READERS: Record<FinancialReportKey, (db: Db, asked: Asked) => Promise<ReportTable>> = {
  indicators: readIndicators,
  mrr: readMrr,
  plans: revenueBy('plans'),
  countries: revenueBy('countries'),
  overdue: readOverdue,
  debtors: readDebtors,
  collections: readCollections,
};
/** Those whose rows are days. */
export const STEPPED: ReadonlySet<FinancialReportKey> = new Set<FinancialReportKey>(['collections']);
/** Those that show what is now, for any period. */
export const OF_NOW: ReadonlySet<FinancialReportKey> = new Set<FinancialReportKey>(['overdue', 'debtors']);
