import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Pagination } from '@atalaya/ui/pagination';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useLastPage } from '../../shared/use-last-page.ts';
import { NotificationList } from './notification-list.tsx';
import { notificationsTexts } from './notifications.es.ts';
import { notificationsQuery, useMarkRead } from './notifications.api.ts';

const PAGE_SIZE = 20;

type NotificationsBodyProps = {
  page: number;
  unread: boolean;
  onLeave?: () => void;
  /** Absent: the newest are enough. */
  onPageChange?: (page: number, options?: { replace: boolean }) => void;
};

/** A page of notifications, or why there is none. */
export function NotificationsBody({ page, unread, onLeave, onPageChange }: NotificationsBodyProps) {
  const t = useTexts(notificationsTexts);
  const list = useQuery(notificationsQuery(page, unread));
  const { data, isError, refetch } = list;
  useLastPage(list, page, (last) => onPageChange?.(last, { replace: true }));
  const markRead = useMarkRead();
  if (!data && isError)
    return (
      <EmptyState
        title={t('loadFailed')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  if (!data)
    return (
      <div role="status" aria-label={t('loading')} className="grid gap-4 p-4">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    );
  if (data.items.length === 0)
    return (
      <EmptyState
        icon={<Bell size={18} />}
        title={t(unread ? 'nothingUnread' : 'empty')}
        description={unread ? undefined : t('emptyText')}
      />
    );
  return (
    <>
      <NotificationList items={data.items} onRead={markRead} {...(onLeave ? { onLeave } : {})} />
      {onPageChange ? <Pages page={page} total={data.total} onPageChange={onPageChange} /> : null}
    </>
  );
}

type PagesProps = { page: number; total: number; onPageChange: (page: number) => void };

function Pages({ page, total, onPageChange }: PagesProps) {
  const t = useTexts(notificationsTexts);
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
