import { lazyPart } from '../../platform/lazy-part.tsx';
import { SCIM_TOKENS_MAX } from '@atalaya/contract/limits';
import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { hasSucceeded, useConfirm } from '../../shared/confirm.tsx';
import { CopyField } from '../../shared/copy-field.tsx';
import { ShownOnceDialog } from '../../shared/shown-once-dialog.tsx';
import {
  type MadeToken,
  type Provisioning,
  type Token,
  revokeToken,
  useProvisioningChanged,
} from './provisioning.api.ts';
import { provisioningTexts } from './provisioning.es.ts';

/** What the provider is given: the address, and a token that is shown once. */
export function AccessPanel({ id, provisioning }: { id: string; provisioning: Provisioning }) {
  const t = useTexts(provisioningTexts);
  const { base_url, tokens, people, groups } = provisioning;
  return (
    <div className="grid gap-4">
      <CopyField label={t('access.baseUrl')} value={base_url} />
      <p className="text-sm text-muted">{t('access.told', { people, groups })}</p>
      <section aria-label={t('access.tokens')} className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-medium">{t('access.tokens')}</h3>
          <CreateToken id={id} isFull={tokens.length >= SCIM_TOKENS_MAX} />
        </div>
        <p className="text-sm text-muted">{t('access.tokensHint', { max: String(SCIM_TOKENS_MAX) })}</p>
        {tokens.length === 0 ? <p className="text-muted">{t('access.none')}</p> : null}
        <ul aria-label={t('access.list')} className="divide-y divide-line">
          {tokens.map((token) => (
            <TokenItem key={token.id} id={id} token={token} />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Not before it is asked for: it brings the proof of the owner along. */
const NewTokenDialog = lazyPart(() => import('./new-token-dialog.tsx'), 'NewTokenDialog');

function CreateToken({ id, isFull }: { id: string; isFull: boolean }) {
  const t = useTexts(provisioningTexts);
  const { may } = usePermissions();
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  if (!may('connections.update')) return null;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon={<Plus size={14} />}
        disabled={isFull}
        onClick={() => setAsking(true)}
      >
        {t('access.create')}
      </Button>
      {isAsking ? (
        <NewTokenDialog
          id={id}
          onMade={(token) => {
            setAsking(false);
            setMade(token);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {made ? (
        <ShownOnceDialog
          title={t('made.title')}
          warning={t('made.warning')}
          closeLabel={t('close')}
          done={t('made.done')}
          onClose={() => setMade(null)}
        >
          <CopyField label={t('made.token')} value={made.token} />
        </ShownOnceDialog>
      ) : null}
    </>
  );
}

function TokenItem({ id, token }: { id: string; token: Token }) {
  const t = useTexts(provisioningTexts);
  const format = useFormat();
  const { prefix, created_at, created_by_name, last_used_at } = token;
  const times = [
    t('access.created', { date: format.date(created_at), name: created_by_name }),
    last_used_at ? t('access.used', { moment: format.dateTime(last_used_at) }) : t('access.unused'),
  ];
  return (
    <li className="flex items-start gap-3 py-3">
      <KeyRound size={20} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <code className="text-sm">{prefix}…</code>
        <p className="text-sm wrap-anywhere text-muted">{times.join(' · ')}</p>
      </div>
      <RevokeToken id={id} token={token} />
    </li>
  );
}

function RevokeToken({ id, token }: { id: string; token: Token }) {
  const t = useTexts(provisioningTexts);
  const { may } = usePermissions();
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const changed = useProvisioningChanged(id);
  const revoking = useMutation({
    mutationFn: () => revokeToken(id, token.id),
    onSuccess: () => notify.success(t('access.revoked')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  if (!may('connections.update')) return null;
  const prefix = `${token.prefix}…`;
  const ask = () =>
    confirm({
      title: t('access.confirmRevoke', { prefix }),
      consequence: t('access.revokeConsequence'),
      confirmLabel: t('access.revoke'),
      carryOut: () => hasSucceeded(revoking.mutateAsync()),
    });
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={t('access.revokeOne', { prefix })}
      busy={revoking.isPending}
      onClick={() => void ask()}
    >
      {t('access.revoke')}
    </Button>
  );
}
