import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useSession } from '../../platform/session.ts';
import { PageHeader } from '../../shared/page-header.tsx';
import { displayName } from '../../shared/person.ts';
import type { ReadAhead } from '../../shared/read-ahead.ts';
import '../../shared/printed-alone.css';
import { CountriesCard } from './countries-card.tsx';
import { SHOWN } from './dashboard-layout.ts';
import { dashboardTexts } from './dashboard.es.ts';
import { dashboardQuery } from './dashboard.api.ts';
import { FigureCard } from './figure-card.tsx';
import { ProjectsCard } from './projects-card.tsx';
import { SeriesCard, loadChart } from './series-card.tsx';
import { TicketsCard } from './tickets-card.tsx';

export const readAhead: ReadAhead = ({ client }) => Promise.all([loadChart(), client.query(dashboardQuery)]);

/** 'Dashboard': the figures of one's role. */
export function DashboardPage() {
  const t = useTexts(dashboardTexts);
  const { profile } = useSession();
  const dashboard = useQuery(dashboardQuery);
  const retry = () => void dashboard.refetch();
  return (
    <div className="printed-alone">
      <PageHeader
        title={t('title')}
        subtitle={t('greeting', { name: profile.first_name || displayName(profile) })}
      />
      {dashboard.isError && !dashboard.data ? (
        <EmptyState
          icon={<RefreshCw size={20} />}
          title={t('failedAll')}
          action={
            <Button busy={dashboard.isFetching} onClick={retry}>
              {t('retry')}
            </Button>
          }
        />
      ) : (
        <DashboardParts onRetry={retry} />
      )}
    </div>
  );
}

function DashboardParts({ onRetry }: { onRetry: () => void }) {
  const { role } = useSession().profile;
  const { data, isPending } = useQuery(dashboardQuery);
  const { cards, charts } = SHOWN[role];
  return (
    <div className="grid gap-4" aria-busy={isPending}>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {cards.map((name) => (
          <FigureCard
            key={name}
            name={name}
            figure={data?.cards.find(({ key }) => key === name)?.figure}
            today={data?.today}
            onRetry={onRetry}
          />
        ))}
      </div>
      {/* Of two in a row, a last one alone has the row to itself. */}
      <div className="grid gap-4 md:grid-cols-2 md:max-xl:[&>:last-child:nth-child(odd)]:col-span-2 xl:grid-cols-3">
        {charts.map((name) => (
          <SeriesCard
            key={name}
            name={name}
            series={data?.charts.find(({ key }) => key === name)?.series}
            readAt={data?.read_at}
            onRetry={onRetry}
          />
        ))}
        {role === 'user' ? <TicketsCard tickets={data?.tickets} onRetry={onRetry} /> : null}
      </div>
      {role === 'admin' ? <TicketsCard tickets={data?.tickets} onRetry={onRetry} /> : null}
      {role === 'super_admin' ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <CountriesCard countries={data?.countries} onRetry={onRetry} />
          <ProjectsCard projects={data?.projects} onRetry={onRetry} />
        </div>
      ) : null}
    </div>
  );
}
