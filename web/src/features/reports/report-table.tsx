import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useReportFormat } from './report-format.ts';
import { reportsTexts } from './reports.es.ts';
import type { Report, ReportLine, ReportSource } from './reports.api.ts';
import { useRowLabel } from './use-row-label.ts';
import { withFigure } from './use-report-address.ts';

type ReportTableProps = { name: string; report: Report; source: ReportSource };

/** What a chart draws: every figure opens the rows behind it. */
export function ReportTable({ name, report, source }: ReportTableProps) {
  const t = useTexts(reportsTexts);
  const title = source.words.title(name);
  const hasMoney = [...report.rows, ...report.totals].some(({ currency }) => currency !== null);
  return (
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
      tabIndex={0}
      className="max-h-60 overflow-auto rounded-b-lg print:max-h-none"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 z-10 bg-surface">
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
        <tbody className="tabular-nums">
          {[...report.rows, ...report.totals].map((line) => (
            <Line key={`${line.key} ${line.currency ?? ''}`} {...{ name, report, source, line, hasMoney }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type LineProps = ReportTableProps & { line: ReportLine; hasMoney: boolean };

function Line({ name, report, source, line, hasMoney }: LineProps) {
  const label = useRowLabel(source)(name, line);
  const weight = line.key === 'total' ? 'font-semibold' : 'font-normal';
  return (
    <tr className={`border-b border-line align-top last:border-0 ${weight}`}>
      <th
        scope="row"
        className={`sticky left-0 max-w-48 truncate bg-surface py-1.5 pr-2 pl-4 text-left ${weight}`}
      >
        {label}
      </th>
      {hasMoney ? <td className="py-1.5 pl-3">{line.currency}</td> : null}
      {report.columns.map(({ key }, place) => (
        <td key={key} className="py-1.5 pl-3 text-right whitespace-nowrap last:pr-4">
          <Cell {...{ name, report, source, line, place, label }} />
        </td>
      ))}
    </tr>
  );
}

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
          className="-my-0.5 inline-block min-h-6 min-w-6 rounded-sm leading-6 decoration-dotted underline-offset-4 hover:underline"
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
