import { PROVIDER_NAMES } from '@atalaya/contract/provider-names';
import { Button } from '@atalaya/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { waysInQuery } from '../../shared/ways-in.ts';
import { providersTexts } from './providers-texts.ts';

type Way = Answer<'readWaysIn'>['providers'][number];

/** One provider: link, or unlink where that leaves another way in. */
export function LinkedAccount({ way }: { way: Way }) {
  const t = useTexts(providersTexts);
  const id = useId();
  const { linked, configured, removable } = way;
  const provider = PROVIDER_NAMES[way.provider];
  const state = useStateText(way);
  const { link, linking, unlink, unlinking } = useChanges(way);
  const reason = linked && !removable ? t('lastWayIn') : linked && !configured ? t('notConfigured') : null;
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{provider}</p>
        <p className="text-sm break-words text-muted">{state}</p>
        {reason ? (
          <p id={id} className="text-sm text-muted">
            {reason}
          </p>
        ) : null}
      </div>
      {linked ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('unlinkOne', { provider })}
          aria-describedby={reason ? id : undefined}
          disabled={!removable}
          busy={unlinking}
          onClick={() => void unlink()}
        >
          {t('unlink')}
        </Button>
      ) : (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('linkOne', { provider })}
          busy={linking}
          onClick={() => link()}
        >
          {t('link')}
        </Button>
      )}
    </li>
  );
}

function useStateText({ linked }: Way): string {
  const t = useTexts(providersTexts);
  const format = useFormat();
  if (!linked) return t('notLinked');
  const date = format.date(linked.linked_at);
  return linked.email ? t('linkedAs', { email: linked.email, date }) : t('linked', { date });
}

function useChanges({ provider }: Way) {
  const t = useTexts(providersTexts);
  const client = useQueryClient();
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const onError = (error: Error) => notifyFailure(error);
  const link = useMutation({
    mutationFn: () => call('startProviderLink', { params: { provider } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError,
  });
  const unlink = useMutation({
    mutationFn: () => call('unlinkProvider', { params: { provider } }),
    onSuccess: () => notify.success(t('unlinked')),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: waysInQuery.queryKey }),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t('confirmUnlink', { provider: PROVIDER_NAMES[provider] }),
      consequence: t('unlinkConsequence'),
      confirmLabel: t('unlink'),
    });
    if (yes) unlink.mutate();
  };
  return {
    link: () => link.mutate(),
    linking: link.isPending,
    unlink: ask,
    unlinking: unlink.isPending,
  };
}
