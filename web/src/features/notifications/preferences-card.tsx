import type { NotificationPreference } from '@atalaya/contract/notifications';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { Switch } from '@atalaya/ui/switch';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/call.ts';
import { useNotifyFailure } from '../../platform/notify.ts';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { useNotificationWords } from './use-notification-words.ts';

const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: async ({ signal }) => (await call('listNotificationPreferences', { signal })).items,
});

/** Of what one wants to know, on the screen and by mail: each switch is saved at once. */
export function NotificationPreferencesCard() {
  const { t } = useNotificationWords();
  const { data, isError, error, refetch } = useQuery(preferencesQuery);
  return (
    <Card title={t('preferencesCard.title')} description={t('preferencesCard.description')}>
      {data ? <Preferences items={data} /> : null}
      {!data && isError ? <LoadFailed title={t('loadFailed')} error={error} onRetry={refetch} /> : null}
      {data || isError ? null : <Skeleton className="h-80 w-full" />}
    </Card>
  );
}

function Preferences({ items }: { items: NotificationPreference[] }) {
  const { t, nameOf } = useNotificationWords();
  const change = useChange();
  return (
    <table className="w-full">
      <thead className="text-left text-sm text-muted">
        <tr>
          <th scope="col" className="py-2 pr-2 font-medium">
            {t('preferencesCard.event')}
          </th>
          <th scope="col" className="w-20 py-2 font-medium">
            {t('preferencesCard.screen')}
          </th>
          <th scope="col" className="w-20 py-2 font-medium">
            {t('preferencesCard.mail')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {items.map(({ event, screen, mail }) => (
          <tr key={event} className="pointer-coarse:h-12">
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              {nameOf(event)}
            </th>
            <td className="py-2">
              <Switch
                hideLabel
                label={t('preferencesCard.onScreen', { event: nameOf(event) })}
                checked={screen}
                onChange={({ target }) => change({ event, screen: target.checked })}
              />
            </td>
            <td className="py-2">
              {mail === null ? (
                <span className="text-muted" title={t('preferencesCard.never')}>
                  <span aria-hidden>–</span>
                  <span className="sr-only">{t('preferencesCard.never')}</span>
                </span>
              ) : (
                <Switch
                  hideLabel
                  label={t('preferencesCard.byMail', { event: nameOf(event) })}
                  checked={mail}
                  onChange={({ target }) => change({ event, mail: target.checked })}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Change = { event: NotificationPreference['event']; screen?: boolean; mail?: boolean };

/** Shown at once, and taken back where the server refuses. */
function useChange(): (change: Change) => void {
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const { queryKey } = preferencesQuery;
  const put = (values: Partial<NotificationPreference>) =>
    client.setQueryData(queryKey, (items) =>
      items?.map((item) => (item.event === values.event ? { ...item, ...values } : item)),
    );
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: (body: Change) => call('updateNotificationPreference', { body }),
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: 'notification-preferences' },
    onMutate: async (body) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey)?.find(({ event }) => event === body.event);
      put(body);
      return before;
    },
    onError: (error, { event, screen, mail }, before) => {
      // This switch alone goes back: the others may have been changed since.
      if (before && screen !== undefined) put({ event, screen: before.screen });
      if (before && mail !== undefined) put({ event, mail: before.mail });
      notifyFailure(error);
    },
    // Read while another change is on its way, they would jump back.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}
