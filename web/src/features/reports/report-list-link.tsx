import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import type { Report, ReportFigure } from './reports.api.ts';
import { reportsTexts } from './reports.es.ts';

type ReportListLinkProps = {
  figure: ReportFigure;
  /** '': one's own, or all. */
  organization: string;
  /** Once it is known. */
  period: Report['period'] | undefined;
};

/** To the screen that lists the very rows of a figure, with its filters in the address, where there is such a screen. */
export function ReportListLink({ figure, organization, period }: ReportListLinkProps) {
  const t = useTexts(reportsTexts);
  const search = usersOf(figure, organization, period);
  if (!search) return null;
  return (
    <p className="mb-2 py-1">
      <Link to="/admin/users" search={search} className="font-medium text-primary-ink hover:underline">
        {t('entries.list')}
      </Link>
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
  period: Report['period'] | undefined,
): Record<string, string> | null {
  const chosen = column === 'created' ? createdIn(organization, period) : STATUS[column];
  if (!chosen || report !== 'users') return null;
  return { ...chosen, ...(row === 'total' ? {} : { role: row }), ...(organization ? { organization } : {}) };
}

/** A report on one company counts days in its time zone, the list in that of the reader: they need not agree. */
function createdIn(organization: string, period: Report['period'] | undefined) {
  return organization === '' && period ? { created_from: period.from, created_to: period.to } : undefined;
}
