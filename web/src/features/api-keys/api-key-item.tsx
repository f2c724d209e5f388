import type { KeyResource } from '@atalaya/contract/key-scopes';
import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { call } from '../../platform/api/call.ts';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { apiKeysEs } from './api-keys.es.ts';
import { apiKeysTexts } from './api-keys-texts.ts';
import { type ApiKey, apiKeysQuery } from './api-keys.api.ts';

/** A key: what it is called and begins with, what it may, until when, and when it was used. */
export function ApiKeyItem({ apiKey }: { apiKey: ApiKey }) {
  const t = useTexts(apiKeysTexts);
  const format = useFormat();
  const { name, prefix, expired, expires_at, last_used_at } = apiKey;
  const { ask, busy } = useRevoke(apiKey);
  return (
    <li className="flex items-start gap-3 py-3">
      <KeyRound size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <code className="text-sm text-muted">{prefix}…</code>
          {expired ? <Badge tone="warning">{t('expired')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">{useScopeTexts(apiKey.scopes).join(' · ')}</p>
        <p className="text-sm text-muted">
          {`${t('expires', { date: format.date(expires_at) })} · ${
            last_used_at ? t('used', { moment: format.dateTime(last_used_at) }) : t('unused')
          }`}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={t('revokeOne', { name })}
        busy={busy}
        onClick={() => void ask()}
      >
        {t('revoke')}
      </Button>
    </li>
  );
}

/** 'Usuarios: leer, modificar'; a resource that these texts do not know yet by its own name. */
function useScopeTexts(scopes: readonly string[]): string[] {
  const t = useTexts(apiKeysTexts);
  const byResource = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? '');
  return [...byResource].map(([resource, granted]) =>
    t('scopes', {
      resource: Object.hasOwn(apiKeysEs.resources, resource)
        ? t(`resources.${resource as KeyResource}`)
        : resource,
      verbs: granted.map((scope) => t(scope.endsWith(':write') ? 'write' : 'read').toLowerCase()).join(', '),
    }),
  );
}

function useRevoke({ id, name }: ApiKey) {
  const t = useTexts(apiKeysTexts);
  const confirm = useConfirm();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const revoke = useMutation({
    mutationFn: () => call('revokeApiKey', { params: { id } }),
    onSuccess: () => notify.success(t('revoked')),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t('confirmRevoke', { name }),
      consequence: t('revokeConsequence'),
      confirmLabel: t('revoke'),
    });
    if (yes) revoke.mutate();
  };
  return { ask, busy: revoke.isPending };
}
