import type { Report, ReportRow, ReportStep, ReportUnit } from '@atalaya/contract/reports';
import { stepStart, stepsOf } from './report-days.rules.ts';
import type { Span } from './report-days.rules.ts';

/** The figures of a report without its head. */
export type ReportTable = Pick<Report, 'columns' | 'rows' | 'totals'>;
export type Column = { key: string; unit: ReportUnit };
/** The values of one row, before they are set beside those of the period before. */
export type Line = Pick<ReportRow, 'key' | 'currency' | 'values'> & { name?: string | null };

export const count = (key: string): Column => ({ key, unit: 'count' });
export const cents = (key: string): Column => ({ key, unit: 'cents' });

const idOf = ({ key, currency }: Pick<Line, 'key' | 'currency'>) => `${key} ${currency ?? ''}`;

/** Rows beside those of the same key and currency of the period before; what was not there then has zeros. */
export function beside(lines: Line[], before: Line[] | null, empty: (number | null)[]): ReportRow[] {
  const earlier = new Map(before?.map((line) => [idOf(line), line.values]));
  return lines.map(({ key, name = null, currency, values }) => ({
    key,
    name,
    currency,
    values,
    before: before ? (earlier.get(idOf({ key, currency })) ?? empty) : null,
  }));
}

/** What there was before and is no more: a plan that earned nothing now is a row all the same. */
export function withGone(lines: Line[], before: Line[] | null, empty: (number | null)[]): Line[] {
  const here = new Set(lines.map(idOf));
  const gone = (before ?? []).filter((line) => !here.has(idOf(line)));
  return [...lines, ...gone.map((line) => ({ ...line, values: empty }))];
}

/** What was counted on one day, by column. */
export type DayCount = { day: string; column: string; currency: string | null; value: number };

/**
 * Counts of days as rows of steps, and their totals, for each currency; those of the period before are shown beside
 * the step of the same place.
 */
export function inSteps(
  columns: Column[],
  step: ReportStep,
  period: { span: Span; counts: DayCount[] },
  before: { span: Span; counts: DayCount[] } | null,
): ReportTable {
  const currencies = currenciesOf([...period.counts, ...(before?.counts ?? [])]);
  const tables = currencies.map((currency) => {
    const now = linesOf(columns, step, period, currency);
    const then = before && linesOf(columns, step, before, currency);
    const rows = now.map((line, index) => ({
      key: line.from,
      name: null,
      currency,
      values: line.values,
      before: then && (then[index]?.values ?? columns.map(() => null)),
    }));
    const total = {
      key: 'total',
      name: null,
      currency,
      values: sumOf(columns, now),
      before: then && sumOf(columns, then),
    };
    return { rows, total };
  });
  return { columns, rows: tables.flatMap(({ rows }) => rows), totals: tables.map(({ total }) => total) };
}

/** A report without money has the currency null alone; one with money and without rows has none. */
function currenciesOf(counts: DayCount[]): (string | null)[] {
  const found = [...new Set(counts.map(({ currency }) => currency))].toSorted((a, b) =>
    (a ?? '') < (b ?? '') ? -1 : 1,
  );
  return found.length > 0 ? found : [null];
}

function linesOf(
  columns: Column[],
  step: ReportStep,
  { span, counts }: { span: Span; counts: DayCount[] },
  currency: string | null,
) {
  const lines = stepsOf(span, step).map(({ from }) => ({ from, values: columns.map(() => 0) }));
  const places = new Map(lines.map(({ from }, index) => [from, index]));
  for (const each of counts) {
    if (each.currency !== currency) continue;
    const line = lines[places.get(stepStart(each.day, step, span)) ?? -1];
    const column = columns.findIndex(({ key }) => key === each.column);
    if (line && column >= 0) line.values[column] = (line.values[column] ?? 0) + each.value;
  }
  return lines;
}

const sumOf = (columns: Column[], lines: { values: number[] }[]) =>
  columns.map((_, index) => lines.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
