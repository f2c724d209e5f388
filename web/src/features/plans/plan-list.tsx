import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Archive, CircleAlert, Tags } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { PlanCard } from './plan-card.tsx';
import { PlanStats } from './plan-stats.tsx';
import { type Plan, plansQuery } from './plans.api.ts';
import { plansTexts } from './plans-texts.ts';

const PAGE_SIZE = 20;

type PlanListProps = {
  page: number;
  show: 'listed' | 'archived';
  onPageChange: (page: number) => void;
  onEdit: (plan: Plan) => void;
  onRemove: (plan: Plan) => void;
};

/** Three figures over all plans, then a page of cards. */
export function PlanList({ page, show, onPageChange, onEdit, onRemove }: PlanListProps) {
  const t = useTexts(plansTexts);
  const list = useQuery(plansQuery({ page, show }));
  if (list.isError && !list.data)
    return (
      <EmptyState
        icon={<CircleAlert size={20} />}
        title={t('loadFailed')}
        action={<Button onClick={() => void list.refetch()}>{t('retry')}</Button>}
      />
    );
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
      <Pages page={page} total={list.data?.total ?? 0} onPageChange={onPageChange} />
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

type PagesProps = { page: number; total: number; onPageChange: (page: number) => void };

function Pages({ page, total, onPageChange }: PagesProps) {
  const t = useTexts(plansTexts);
  const { number } = useFormat();
  return (
    <Pagination
      page={page}
      pageSize={PAGE_SIZE}
      total={total}
      onPageChange={onPageChange}
      texts={{
        label: t('pages.label'),
        previous: t('pages.previous'),
        next: t('pages.next'),
        page: (each) => t('pages.page', { page: number(each) }),
        range: (from, to, all) =>
          t('pages.range', { from: number(from), to: number(to), total: number(all) }),
      }}
    />
  );
}
