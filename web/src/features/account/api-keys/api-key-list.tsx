import type { KeyResource } from '@atalaya/contract/key-scopes';
import { Badge } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Answer } from '../../../platform/api/route-shapes.ts';
import { useFormat } from '../../../platform/format.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../platform/notify.ts';
import { apiKeyListEs, apiKeyListTexts } from './api-key-list.es.ts';
import { useConfirm } from '../../../shared/confirm.tsx';

export type ApiKey = Answer<'listApiKeys'>['items'][number];

type ApiKeyItemProps = {
  apiKey: ApiKey;
  /** Instead of when it was made, ends and was used. */
  note?: string;
  /** What can be done about it. */
  children: ReactNode;
};

/** A key: what it is called and begins with, what it may, until when, and when it was used. */
export function ApiKeyItem({ apiKey, note, children }: ApiKeyItemProps) {
  const t = useTexts(apiKeyListTexts);
  const format = useFormat();
  const { name, prefix, assistant_host, expired, created_at, expires_at, last_used_at } = apiKey;
  const times = [
    t('created', { date: format.date(created_at) }),
    t('expires', { date: format.date(expires_at) }),
    last_used_at ? t('used', { moment: format.dateTime(last_used_at) }) : t('unused'),
  ];
  return (
    <li className="flex items-start gap-3 py-3">
      <KeyRound size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          <code className="text-sm wrap-anywhere text-muted">{assistant_host ?? `${prefix}…`}</code>
          {expired ? <Badge tone="warning">{t('expired')}</Badge> : null}
        </p>
        <p className="text-sm text-muted">{useScopeTexts(apiKey.scopes).join(' · ')}</p>
        <p className="text-sm text-muted">{note ?? times.join(' · ')}</p>
      </div>
      {children}
    </li>
  );
}

/** 'Usuarios: leer, modificar'; a resource that these texts do not know yet by its own name. */
function useScopeTexts(scopes: readonly string[]): string[] {
  const t = useTexts(apiKeyListTexts);
  const byResource = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? '');
  return [...byResource].map(([resource, granted]) =>
    t('scopes', {
      resource: Object.hasOwn(apiKeyListEs.resources, resource)
        ? t(`resources.${resource as KeyResource}`)
        : resource,
      verbs: granted.map((scope) => t(scope.endsWith(':write') ? 'write' : 'read').toLowerCase()).join(', '),
    }),
  );
}

type ApiKeyListProps = {
  /** Instead of 'API keys'. */
  label?: string;
  keys: readonly ApiKey[];
  /** Revokes one; absent: they are only shown. */
  revoke?: ((key: ApiKey) => Promise<void>) | undefined;
  /** What is to be read anew then. */
  queryKey: QueryKey;
};

/** Keys that work; each can be revoked, which is asked about first. */
export function ApiKeyList({ label, keys, revoke, queryKey }: ApiKeyListProps) {
  const t = useTexts(apiKeyListTexts);
  return (
    <ul aria-label={label ?? t('list')} className="divide-y divide-line">
      {keys.map((key) => (
        <ApiKeyItem key={key.id} apiKey={key}>
          {revoke ? <RevokeButton apiKey={key} revoke={() => revoke(key)} queryKey={queryKey} /> : null}
        </ApiKeyItem>
      ))}
    </ul>
  );
}

type RevokeButtonProps = { apiKey: ApiKey; revoke: () => Promise<void>; queryKey: QueryKey };

function RevokeButton({ apiKey: { name }, revoke, queryKey }: RevokeButtonProps) {
  const t = useTexts(apiKeyListTexts);
  const confirm = useConfirm();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const revoking = useMutation({
    mutationFn: revoke,
    onSuccess: () => notify.success(t('revoked')),
    onError: (error) => notifyFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t('confirmRevoke', { name }),
      consequence: t('revokeConsequence'),
      confirmLabel: t('revoke'),
    });
    if (yes) revoking.mutate();
  };
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={t('revokeOne', { name })}
      busy={revoking.isPending}
      onClick={() => void ask()}
    >
      {t('revoke')}
    </Button>
  );
}
