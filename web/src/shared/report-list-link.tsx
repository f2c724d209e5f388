import { Link } from '@tanstack/react-router';
import { useTexts } from '../platform/messages/use-texts.ts';
import type { ReportFigure } from './report.api.ts';
import { reportTexts } from './report-texts.ts';

type ReportListLinkProps = { figure: ReportFigure; organization: string };

/** To the screen that lists the very rows of a figure, with its filters in the address, where there is such a screen. */
export function ReportListLink({ figure, organization }: ReportListLinkProps) {
  const t = useTexts(reportTexts);
  const search = usersOf(figure, organization);
  if (!search) return null;
  return (
    <p className="mb-3">
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

/** The filters of the list of people that leave those of a figure; that list knows none by company. */
function usersOf({ report, row, column }: ReportFigure, organization: string): Record<string, string> | null {
  const status = STATUS[column];
  if (!status || report !== 'users' || organization !== '') return null;
  return { ...status, ...(row === 'total' ? {} : { role: row }) };
}
