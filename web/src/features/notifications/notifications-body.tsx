import { EmptyState } from '@atalaya/ui/empty-state';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { ListPages } from '../../shared/list-pages.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useLastPage } from '../../shared/use-last-page.ts';
import { NotificationList } from './notification-list.tsx';
import { notificationsTexts } from './notifications.es.ts';
import { notificationsQuery, useMarkRead } from './notifications.api.ts';

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
  const { data, isError, error, refetch } = list;
  useLastPage(list, page, (last) => onPageChange?.(last, { replace: true }));
  const markRead = useMarkRead();
  if (!data && isError) return <LoadFailed title={t('loadFailed')} error={error} onRetry={refetch} />;
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
      {onPageChange ? (
        <ListPages label={t('pages')} page={page} total={data.total} onPageChange={onPageChange} />
      ) : null}
    </>
  );
}
