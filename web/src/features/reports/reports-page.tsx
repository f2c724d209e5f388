import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { OrganizationPicker } from '../organizations/organizations.face.ts';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import { type ReportCardSpec, readCardsAhead } from './report-card.tsx';
import { ReportScreen } from './report-screen.tsx';
import { readReportAddress, spanOf, useReportAddress } from './use-report-address.ts';
import { reportsTexts } from './reports.es.ts';
import { type ReportSource, readsOf, reportQuery } from './reports.api.ts';
import { dialogsTexts } from '../../shared/dialogs.es.ts';
import { useOrganizationName } from '../../shared/use-organization-name.ts';

const CARDS: readonly ReportCardSpec[] = [
  { report: 'tickets', kind: 'lines', drawn: ['created', 'resolved', 'closed'], wide: true },
  { report: 'users', kind: 'bars', drawn: ['active', 'inactive'] },
  { report: 'invitations', kind: 'bars', drawn: ['invitations'] },
  { report: 'times', kind: 'bars', drawn: ['first_response_median', 'resolution_median'], wide: true },
  { report: 'seats', kind: 'ranking', drawn: ['active', 'pending'], wide: true },
];

const FIGURES = [
  { key: 'people', report: 'users', row: 'total', column: 'people' },
  { key: 'created', report: 'users', row: 'total', column: 'created' },
  { key: 'sent', report: 'invitations', row: 'sent', column: 'invitations' },
  { key: 'accepted', report: 'invitations', row: 'accepted', column: 'share' },
  { key: 'tickets', report: 'tickets', row: 'total', column: 'created', upIsGood: false },
  { key: 'resolved', report: 'tickets', row: 'total', column: 'resolved' },
  { key: 'first_response', report: 'times', row: 'total', column: 'first_response_median', upIsGood: false },
  { key: 'resolution', report: 'times', row: 'total', column: 'resolution_median', upIsGood: false },
] as const;

/** Two reports call the same column by another name. */
const ALIASES: Record<string, string> = {
  'tickets.created': 'tickets_created',
  'seats.active': 'seats_active',
};

export const readAhead: ReadAhead = ({ client, search, session }) => {
  const address = readReportAddress(search);
  const source = readsOf(session.organization ? '' : address.organization);
  return readCardsAhead(client, CARDS, source, spanOf(address));
};

/** 'Reportes': what people do, of one's own organization, one, or all. */
export function ReportsPage() {
  const t = useTexts(reportsTexts);
  const { may, scopeOf } = usePermissions();
  const [address] = useReportAddress();
  const all = scopeOf('reports.read') === 'all';
  const organization = all ? address.organization : '';
  const source = useMemo<ReportSource>(
    () => ({
      ...readsOf(organization),
      words: {
        title: (report) => t(`reports.${report}` as 'reports.users'),
        hint: (report) => t(`hints.${report}` as 'hints.users'),
        column: (report, column) =>
          t(`columns.${ALIASES[`${report}.${column}`] ?? column}` as 'columns.active'),
        row: (_, row) => t(`rows.${row}` as 'rows.admin'),
      },
    }),
    [organization, t],
  );
  const figures = FIGURES.map((figure) => ({ ...figure, title: t(`figures.${figure.key}`) }));
  return (
    <ReportScreen
      title={t('title')}
      source={source}
      figures={figures}
      cards={CARDS}
      mayExport={may('reports.export')}
      filters={all ? <Company source={source} /> : null}
    />
  );
}

/** Of which organization; none: of all. Its name comes with its reports. */
function Company({ source }: { source: ReportSource }) {
  const t = useTexts(reportsTexts);
  const dialogs = useTexts(dialogsTexts);
  const [address, setAddress] = useReportAddress();
  const { data, isError } = useQuery(reportQuery(source, 'users', spanOf(address)));
  const { organization } = address;
  // Where there are no reports, it is asked for.
  const asked = useOrganizationName(isError && !data ? organization : '');
  return (
    <div className="w-56">
      <OrganizationPicker
        bare
        label={t('company')}
        placeholder={dialogs('organization.all')}
        value={organization === '' ? null : { value: organization, label: data?.organization?.name ?? asked }}
        onValueChange={(option) => setAddress({ organization: option?.value ?? '' })}
      />
    </div>
  );
}
