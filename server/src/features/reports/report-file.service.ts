import { dayOfNumber } from '@atalaya/contract/days';
import type { FinancialReportKey } from '@atalaya/contract/financial-reports';
import type { Report, ReportKey, ReportRow, ReportUnit } from '@atalaya/contract/reports';
import type { Actor } from '../../platform/core/actor.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../platform/records/csv.ts';
import { WORDS } from './report-words.ts';
import type { Language } from './report-words.ts';

type Kind = ReportKey | FinancialReportKey;

/**
 * A report as CSV: its rows and columns in their order, what they are compared with beside them, then the totals.
 * Money and shares are decimals as the language writes them, times whole seconds, days ISO 8601.
 */
function fileOf(kind: Kind, report: Report, language: Language): string {
  const words = WORDS[language];
  const compared = report.before !== null;
  const hasMoney = [...report.rows, ...report.totals].some(({ currency }) => currency !== null);
  const titles = report.columns.map(({ key, unit }) => {
    const title = words.columns[`${kind}_${key}`] ?? words.columns[key] ?? key;
    return unit === 'seconds' ? `${title} (${words.seconds})` : title;
  });
  const head = [
    words.row,
    ...(hasMoney ? [words.currency] : []),
    ...titles.flatMap((title) => (compared ? [title, `${title} (${words.before})`] : [title])),
  ];
  const lineOf = (row: ReportRow) => [
    labelOf(kind, row, language),
    ...(hasMoney ? [row.currency] : []),
    ...report.columns.flatMap(({ unit }, index) => {
      const value = written(row.values[index], unit, language);
      return compared ? [value, written(row.before?.[index], unit, language)] : [value];
    }),
  ];
  const lines = [head, ...report.rows.map(lineOf), ...report.totals.map(lineOf)];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}

/** The same with its name, in the reader's language. */
export function downloadOf(kind: Kind, report: Report, { language }: Pick<Actor, 'language'>) {
  const own = language ?? 'es';
  return { name: fileName(kind, report, own), text: fileOf(kind, report, own) };
}

const fileName = (kind: Kind, { period }: Report, language: Language) =>
  `${WORDS[language].reports[kind]}-${period.from}-${period.to}.csv`;

function labelOf(kind: Kind, { key, name }: ReportRow, language: Language): string {
  const words = WORDS[language];
  if (key === 'total') return words.total;
  if (name !== null) return name;
  if (kind === 'countries' && key === 'none') return words.none;
  if (kind === 'countries')
    return new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(key) ?? key;
  return words.rows[key] ?? key;
}

function written(value: number | null | undefined, unit: ReportUnit, language: Language): string {
  if (value === null || value === undefined) return '';
  if (unit === 'cents') return decimal(value / 100, 2, language);
  if (unit === 'day') return dayOfNumber(value);
  return unit === 'share' ? decimal(value, 4, language) : String(value);
}

const decimal = (value: number, digits: number, language: Language) =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value);
