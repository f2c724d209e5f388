import { EmptyState } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Archive, Tags } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useLastPage } from '../../shared/use-last-page.ts';
import { PlanCard } from './plan-card.tsx';
import { PlanStats } from './plan-stats.tsx';
import { type Plan, plansQuery } from './plans.api.ts';
import { plansTexts } from './plans.es.ts';

type PlanListProps = {
  page: number;
  show: 'listed' | 'archived';
  onPageChange: (page: number, options?: { replace: boolean }) => void;
  onEdit: (plan: Plan) => void;
  onRemove: (plan: Plan) => void;
};

/** Three figures over all plans, then a page of cards. */
export function PlanList({ page, show, onPageChange, onEdit, onRemove }: PlanListProps) {
  const t = useTexts(plansTexts);
  const list = useQuery(plansQuery({ page, show }));
  useLastPage(list, page, (last) => onPageChange(last, { replace: true }));
  if (list.isError && !list.data) return <LoadFailed title={t('loadFailed')} onRetry={list.refetch} />;
  return (
    <>
      <PlanStats figures={list.data} />
      {list.data?.total === 0 ? <NoPlans show={show} /> : null}
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
      />
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

function NoPlans({ show }: { show: 'listed' | 'archived' }) {
  const t = useTexts(plansTexts);
  return show === 'archived' ? (
    <EmptyState
      icon={<Archive size={20} />}
      title={t('emptyArchived')}
      description={t('emptyArchivedHint')}
    />
  ) : (
    <EmptyState icon={<Tags size={20} />} title={t('empty')} />
  );
}
