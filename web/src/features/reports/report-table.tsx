import { Button } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useReportFormat } from './report-format.ts';
import { reportsTexts } from './reports.es.ts';
import type { Report, ReportLine, ReportSource } from './reports.api.ts';
import { useRowLabel } from './use-row-label.ts';
import { withFigure } from './use-report-address.ts';

/** Rows that a phone shows before the others are asked for: the last days, the first names. */
const FOLDED = 5;

type ReportTableProps = { name: string; report: Report; source: ReportSource };

/** What a chart draws: every figure opens the rows behind it. */
export function ReportTable({ name, report, source }: ReportTableProps) {
  const t = useTexts(reportsTexts);
  const title = source.words.title(name);
  const hasMoney = [...report.rows, ...report.totals].some(({ currency }) => currency !== null);
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const { rows, totals, step } = report;
  const inFold = isWhole ? rows : step === null ? rows.slice(0, FOLDED) : rows.slice(-FOLDED);
  return (
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
      tabIndex={0}
      className="rounded-b-lg sm:max-h-60 sm:overflow-auto print:max-h-none"
    >
      {rows.length > FOLDED ? (
        <Button
          variant="ghost"
          size="sm"
          className="mx-2 mb-1 sm:hidden"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole
            ? t('fold')
            : t(step === 'day' ? 'wholeDays' : 'wholeRows', { count: String(rows.length) })}
        </Button>
      ) : null}
      <table id={id} className="w-full text-sm max-sm:block">
        <thead className="sticky top-0 z-10 bg-surface max-sm:sr-only">
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="sticky left-0 bg-surface py-1.5 pr-2 pl-4 align-bottom font-medium">
              {t(report.step === null ? 'item' : 'entries.at')}
            </th>
            {hasMoney ? (
              <th scope="col" className="py-1.5 pl-3 align-bottom font-medium">
                {t('currency')}
              </th>
            ) : null}
            {report.columns.map(({ key }) => (
              <th key={key} scope="col" className="py-1.5 pl-3 text-right align-bottom font-medium last:pr-4">
                {source.words.column(name, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums max-sm:block">
          {[...rows, ...totals].map((line) => (
            <Line
              key={`${line.key} ${line.currency ?? ''}`}
              {...{ name, report, source, line, hasMoney }}
              isFolded={rows.includes(line) && !inFold.includes(line)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LineProps = ReportTableProps & { line: ReportLine; hasMoney: boolean; isFolded: boolean };

/** A line of the table; on a phone its name, and below it each value with the name of its column. */
function Line({ name, report, source, line, hasMoney, isFolded }: LineProps) {
  const t = useTexts(reportsTexts);
  const label = useRowLabel(source)(name, line);
  const weight = line.key === 'total' ? 'font-semibold' : 'font-normal';
  return (
    <tr
      className={`border-b border-line align-top last:border-0 pointer-coarse:align-middle max-sm:px-4 max-sm:py-2 ${isFolded ? 'max-sm:hidden' : 'max-sm:block'} ${weight}`}
    >
      <th
        scope="row"
        className={`bg-surface text-left max-sm:block sm:sticky sm:left-0 sm:max-w-48 sm:truncate sm:py-1.5 sm:pr-2 sm:pl-4 ${line.key === 'total' ? 'font-semibold' : 'font-normal max-sm:font-medium'}`}
      >
        {label}
      </th>
      {hasMoney ? (
        <td className={CELL}>
          <ColumnName>{t('currency')}</ColumnName>
          {line.currency}
        </td>
      ) : null}
      {report.columns.map(({ key }, place) => (
        <td key={key} className={`${CELL} whitespace-nowrap sm:text-right sm:last:pr-4`}>
          <ColumnName>{source.words.column(name, key)}</ColumnName>
          <Cell {...{ name, report, source, line, place, label }} />
        </td>
      ))}
    </tr>
  );
}

const CELL = 'max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 sm:py-1.5 sm:pl-3';

/** The heads of the columns are out of sight on a phone: each value has its own there. */
const ColumnName = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 font-normal whitespace-normal text-muted sm:hidden">{children}</span>
);

type CellProps = ReportTableProps & { line: ReportLine; place: number; label: string };

function Cell({ name, report, source, line, place, label }: CellProps) {
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  const column = report.columns[place];
  const value = line.values[place] ?? null;
  if (!column) return null;
  const { key, unit } = column;
  const written = format.value(value, unit, line.currency);
  const figure = { report: name, row: line.key, column: key, currency: line.currency };
  const open = t('open', { value: written, row: label, column: source.words.column(name, key) });
  return (
    <>
      {value === null ? (
        written
      ) : (
        <Link
          to="."
          search={withFigure(figure)}
          resetScroll={false}
          aria-label={open}
          className="press inline-flex min-h-6 min-w-6 items-center rounded-sm leading-6 decoration-dotted sm:-my-0.5 sm:justify-end underline-offset-4 hover:underline"
        >
          {written}
        </Link>
      )}
      {line.before ? (
        <span className="block text-xs font-normal text-muted">
          {t('before', { value: format.value(line.before[place], unit, line.currency) })}
        </span>
      ) : null}
    </>
  );
}
