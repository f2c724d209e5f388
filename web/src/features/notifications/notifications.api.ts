import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { useLive } from '../../platform/live/live.ts';
import { useNotifyFailure } from '../../platform/notify.ts';

const KEY = ['notifications'] as const;

export const unreadQuery = queryOptions({
  queryKey: [...KEY, 'unread'],
  queryFn: async ({ signal }) => (await call('countNotifications', { signal })).unread,
});

export const notificationsQuery = (page: number, unread: boolean) =>
  queryOptions({
    queryKey: [...KEY, 'list', page, unread],
    queryFn: ({ signal }) =>
      call('listNotifications', { query: { page, ...(unread ? { unread: 'true' } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Reads what is shown again whenever something comes, or is read in another tab. */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  useLive(['notifications'], () => void client.invalidateQueries({ queryKey: KEY }));
}

/** Marks one (by its id) or all (null) as read. */
export function useMarkRead(): (id: string | null) => void {
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const { mutate } = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call('readNotifications') : call('readNotification', { params: { id } }),
    onSuccess: ({ unread }) => client.setQueryData(unreadQuery.queryKey, unread),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  return mutate;
}
