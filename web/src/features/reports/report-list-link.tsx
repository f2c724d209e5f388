import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { Report, ReportFigure } from './reports.api.ts';
import { reportsTexts } from './reports.es.ts';

type ReportListLinkProps = {
  figure: ReportFigure;
  /** '': one's own, or all. */
  organization: string;
  report: Report;
};

const LOOK = 'press-around relative font-medium text-primary-ink hover:underline';

/** To the screen that lists the very rows of a figure, with its filters in the address, where there is such a screen. */
export function ReportListLink({ figure, organization, report }: ReportListLinkProps) {
  const t = useTexts(reportsTexts);
  const users = usersOf(figure, organization, report.period);
  const invoices = invoicesOf(figure, report);
  if (!users && !invoices) return null;
  return (
    <p className="mb-2 py-1 pointer-coarse:py-3">
      {users ? (
        <Link to="/admin/users" search={users} className={LOOK}>
          {t('entries.list')}
        </Link>
      ) : null}
      {invoices ? (
        <Link to="/admin/billing" search={invoices} className={LOOK}>
          {t('entries.invoices')}
        </Link>
      ) : null}
    </p>
  );
}

const STATUS: Record<string, { status?: string }> = {
  active: { status: 'active' },
  inactive: { status: 'inactive' },
  people: {},
};

/** The filters of the list of people that leave those of a figure. */
function usersOf(
  { report, row, column }: ReportFigure,
  organization: string,
  period: Report['period'],
): Record<string, string> | null {
  const chosen = column === 'created' ? createdIn(organization, period) : STATUS[column];
  if (!chosen || report !== 'users') return null;
  return { ...chosen, ...(row === 'total' ? {} : { role: row }), ...(organization ? { organization } : {}) };
}

/** A report on one company counts days in its time zone, the list in that of the reader: they need not agree. */
function createdIn(organization: string, period: Report['period']) {
  return organization === '' ? { created_from: period.from, created_to: period.to } : undefined;
}

/** The filters of the list of invoices that leave those of a debt: it has none for a currency, where there are several. */
function invoicesOf(
  { report, row, column }: ReportFigure,
  { rows, totals }: Report,
): Record<string, string> | null {
  const currencies = [...rows, ...totals].filter(({ key }) => key === row).length;
  if (report !== 'debtors' || currencies !== 1) return null;
  return {
    tab: 'invoices',
    status: column === 'overdue' ? 'overdue' : 'unpaid',
    ...(row === 'total' ? {} : { organization: row }),
  };
}
