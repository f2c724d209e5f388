import { EmptyState } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Tags } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListNews } from '../../shared/list-news.tsx';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useLiveList } from '../../shared/use-live-list.ts';
import { EuroPlans } from './euro-plans.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanStats } from './plan-stats.tsx';
import { type Plan, plansQuery } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

type PlanListProps = {
  page: number;
  onPageChange: (page: number, options?: { replace: boolean }) => void;
  onEdit: (plan: Plan) => void;
  onRemove: (plan: Plan) => void;
};

/** Three figures over all plans, then a page of cards. */
export function PlanList({ page, onPageChange, onEdit, onRemove }: PlanListProps) {
  const t = useTexts(plansTexts);
  const { list, news } = useLiveList(plansQuery(page), { topics: ['plans', 'billing'] });
  if (list.isError && !list.data)
    return <LoadFailed title={t('loadFailed')} error={list.error} onRetry={list.refetch} />;
  return (
    <>
      <PlanStats figures={list.data} />
      <ListNews news={news} />
      {list.data?.total === 0 ? <EmptyState icon={<Tags size={20} />} title={t('empty')} /> : null}
      {list.isPending ? (
        <Waiting />
      ) : (
        <ul
          aria-label={t('list')}
          aria-busy={list.isPlaceholderData}
          className="grid items-stretch gap-4 sm:grid-cols-2 xl:grid-cols-4"
        >
          {list.data?.items.map((plan) => (
            <PlanCard key={plan.id} plan={plan} onEdit={() => onEdit(plan)} onRemove={() => onRemove(plan)} />
          ))}
        </ul>
      )}
      <ListPages
        label={t('pages.label')}
        page={page}
        total={list.data?.total ?? 0}
        onPageChange={onPageChange}
        list={list}
      />
      {list.data?.lacks_euros ? <EuroPlans /> : null}
    </>
  );
}

function Waiting() {
  const t = useTexts(plansTexts);
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {[1, 2, 3, 4].map((each) => (
        <Skeleton key={each} className="h-80" />
      ))}
    </div>
  );
}
