import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/api/call.ts';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { useConfirm } from '../../../shared/confirm.tsx';
import { DeviceIcon, useDeviceName } from './device.tsx';
import { ReadFailed } from '../../../shared/read-failed.tsx';
import { ownSessionsQuery, trustedBrowsersQuery } from './sessions.api.ts';
import { sessionsTexts } from './sessions.es.ts';

type Browser = Answer<'listTrustedBrowsers'>['items'][number];

/** Where one is asked for no second factor; each can be ended, or all of them. */
export function TrustedBrowsersCard() {
  const t = useTexts(sessionsTexts);
  const { data, error, refetch } = useQuery(trustedBrowsersQuery);
  // Below a list of unknown length: it comes once that is there, so that nothing moves.
  const { isPending } = useQuery(ownSessionsQuery);
  const { endOne, endAll, ending } = useEnding();
  if (isPending) return null;
  return (
    <Card
      title={t('browsers.title')}
      description={t('browsers.description')}
      actions={
        // There from the start, so that it moves nothing when the list comes.
        <Button variant="outline" size="sm" disabled={!data?.items.length} onClick={() => void endAll()}>
          {t('browsers.endAll')}
        </Button>
      }
    >
      {data?.items.length === 0 ? <p className="text-muted">{t('browsers.none')}</p> : null}
      {data?.items.length ? (
        <ul aria-label={t('browsers.title')} className="divide-y divide-line">
          {data.items.map((browser) => (
            <Item
              key={browser.id}
              browser={browser}
              busy={ending.includes(browser.id)}
              onEnd={() => endOne(browser.id)}
            />
          ))}
        </ul>
      ) : null}
      {!data && error ? <ReadFailed error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-16 w-full" />}
    </Card>
  );
}

type ItemProps = { browser: Browser; busy: boolean; onEnd: () => void };

function Item({ browser, busy, onEnd }: ItemProps) {
  const t = useTexts(sessionsTexts);
  const format = useFormat();
  const name = useDeviceName(browser);
  const { device, ip_address, current, created_at, last_used_at, expires_at } = browser;
  const times = [
    t('browsers.since', { date: format.date(created_at) }),
    last_used_at ? t('browsers.used', { moment: format.dateTime(last_used_at) }) : t('browsers.unused'),
    t('browsers.until', { date: format.date(expires_at) }),
  ];
  return (
    <li className="flex items-center gap-3 py-3">
      <DeviceIcon device={device} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {current ? <Badge tone="success">{t('browsers.current')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">{[...(ip_address ? [ip_address] : []), ...times].join(' · ')}</p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('browsers.endOne', { name })}
        busy={busy}
        onClick={onEnd}
      >
        {t('browsers.end')}
      </Button>
    </li>
  );
}

function useEnding() {
  const t = useTexts(sessionsTexts);
  const confirm = useConfirm();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const onError = (error: Error) => notifyFailure(error);
  const onSettled = () => client.invalidateQueries({ queryKey: trustedBrowsersQuery.queryKey });
  const one = useMutation({
    mutationFn: (id: string) => call('endTrustedBrowser', { params: { id } }),
    onError,
    onSettled,
  });
  const all = useMutation({
    mutationFn: () => call('endTrustedBrowsers'),
    onSuccess: () => notify.success(t('browsers.ended')),
    onError,
    onSettled,
  });
  return {
    ending: one.isPending ? [one.variables] : [],
    endOne: (id: string) => one.mutate(id),
    endAll: async () => {
      const yes = await confirm({
        title: t('browsers.confirmAll'),
        consequence: t('browsers.allConsequence'),
        confirmLabel: t('browsers.endAll'),
      });
      if (yes) all.mutate();
    },
  };
}
