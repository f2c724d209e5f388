import { PROVIDER_NAMES } from '@atalaya/contract/provider-names';
import { Button } from '@atalaya/ui/button';
import { Card } from '@atalaya/ui/card';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Link2, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../platform/api/call.ts';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';
import { useDeviceName } from '../sessions/device.tsx';
import { LoadFailed } from '../../../shared/load-failed.tsx';
import { type MadeWay, accessReviewQuery } from './access-review.api.ts';
import { accessReviewTexts } from './access-review.es.ts';
import { DropWayDialog } from './drop-way-dialog.tsx';
import { EndedKeys } from '../api-keys/ended-keys.tsx';

/**
 * After a reset of the password by mail, until one has looked through them: the ways in that were made lately, and the
 * keys that it has ended. Nothing at other times, unless it cannot be told.
 */
export function AccessReviewCard() {
  const t = useTexts(accessReviewTexts);
  const format = useFormat();
  const { data, isError, error, refetch } = useQuery(accessReviewQuery);
  const { finish, finishing } = useFinish();
  if (isError && !data)
    return (
      <Card title={t('failedTitle')} className="xl:col-span-2">
        <LoadFailed title={t('loadFailed')} error={error} onRetry={refetch} />
      </Card>
    );
  if (!data?.reset_at) return null;
  return (
    <Card
      title={t('title')}
      description={t('text', { date: format.date(data.reset_at) })}
      className="xl:col-span-2"
      footer={
        <Button busy={finishing} onClick={() => finish()}>
          {t('done')}
        </Button>
      }
    >
      <p className="text-pretty text-muted">{t(data.ways.length > 0 ? 'ways' : 'none')}</p>
      <Ways ways={data.ways} />
      <EndedKeys />
    </Card>
  );
}

function Ways({ ways }: { ways: MadeWay[] }) {
  const t = useTexts(accessReviewTexts);
  const [chosen, setChosen] = useState<{ way: MadeWay; name: string } | null>(null);
  if (ways.length === 0) return null;
  return (
    <>
      <ul aria-label={t('list')} className="divide-y divide-line">
        {ways.map((way) => (
          <Way key={`${way.kind} ${way.id}`} way={way} onDrop={(name) => setChosen({ way, name })} />
        ))}
      </ul>
      {chosen ? <DropWayDialog {...chosen} onClose={() => setChosen(null)} /> : null}
    </>
  );
}

const ICONS = { passkey: KeyRound, provider: Link2, app: Smartphone, api_key: ShieldCheck };

function Way({ way, onDrop }: { way: MadeWay; onDrop: (name: string) => void }) {
  const t = useTexts(accessReviewTexts);
  const Icon = ICONS[way.kind];
  const name = useName(way);
  const made = useMade(way);
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size={20} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm text-muted">{made}</p>
      </div>
      <Button variant="outline" size="sm" aria-label={t('dropOne', { name })} onClick={() => onDrop(name)}>
        {t('drop')}
      </Button>
    </li>
  );
}

function useName({ kind, id, name }: MadeWay): string {
  const t = useTexts(accessReviewTexts);
  if (kind === 'app') return t('app');
  if (kind !== 'provider') return t(kind, { name });
  const provider = PROVIDER_NAMES[id as keyof typeof PROVIDER_NAMES] ?? id;
  return name === '' ? t('provider', { provider }) : t('providerOf', { provider, email: name });
}

function useMade({ made_at, made_with }: MadeWay): string {
  const t = useTexts(accessReviewTexts);
  const format = useFormat();
  const device = useDeviceName(made_with ?? { browser: null, system: null });
  const moment = format.dateTime(made_at);
  if (!made_with) return t('made', { moment });
  const { ip_address: ip } = made_with;
  return ip ? t('madeFrom', { moment, device, ip }) : t('madeWith', { moment, device });
}

function useFinish() {
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const finish = useMutation({
    mutationFn: () => call('finishAccessReview'),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: accessReviewQuery.queryKey }),
  });
  return { finish: () => finish.mutate(), finishing: finish.isPending };
}
