import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useReportFormat } from './report-format.ts';
import { reportsTexts } from './reports.es.ts';
import type { ReportEntries, ReportEntry } from './reports.api.ts';

const COLUMNS = ['name', 'detail', 'at', 'value'] as const;

/** The rows of one page, each leading to what it is. */
export function ReportEntriesTable({ entries }: { entries: ReportEntries }) {
  const t = useTexts(reportsTexts);
  const format = useReportFormat();
  const detailOf = (detail: string) => {
    const key = `details.${detail}` as 'details.user';
    return t.has(key) ? t(key) : detail;
  };
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="py-1.5 pr-3 font-medium last:pr-0 last:text-right">
                {t(`entries.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.items.map((entry) => (
            <tr
              key={`${entry.id} ${entry.at ?? ''}`}
              className="border-b border-line align-top last:border-0 pointer-coarse:h-12"
            >
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                <Opening entry={entry} />
                {entry.organization_name === null || entry.organization_name === entry.name ? null : (
                  <span className="block text-xs text-muted">{entry.organization_name}</span>
                )}
              </th>
              <td className="py-1.5 pr-3">{entry.detail === null ? '–' : detailOf(entry.detail)}</td>
              <td className="py-1.5 pr-3 whitespace-nowrap">
                {entry.at === null ? '–' : format.day(entry.at.slice(0, 10))}
              </td>
              <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
                {format.value(entry.value, entries.unit, entries.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Opening({ entry }: { entry: ReportEntry }) {
  const { may } = usePermissions();
  const className = 'press-around relative inline-block font-medium hover:underline';
  const { kind, name, opens_id: id } = entry;
  if (kind === 'invitation')
    return (
      <Link to="/admin/users" search={{ tab: 'invitations', isearch: name }} className={className}>
        {name}
      </Link>
    );
  if (id === null) return name;
  switch (kind) {
    case 'user':
      return (
        <Link to="/admin/users" search={{ user: id }} className={className}>
          {name}
        </Link>
      );
    case 'ticket':
      return (
        <Link to="/admin/tickets" search={{ ticket: id }} className={className}>
          {name}
        </Link>
      );
    case 'invoice':
    case 'payment':
      return (
        <Link to="/admin/billing" search={{ tab: 'invoices', invoice: id }} className={className}>
          {name}
        </Link>
      );
    case 'organization':
    case 'subscription_event':
      return may('organizations.list') ? (
        <Link to="/admin/companies" search={{ company: id }} className={className}>
          {name}
        </Link>
      ) : (
        <Link to="/admin/my-companies" className={className}>
          {name}
        </Link>
      );
  }
}
