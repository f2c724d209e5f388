import { webhookName } from '@atalaya/contract/webhook-choices';
import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { hasSucceeded, useConfirm } from '../../shared/confirm.tsx';
import {
  type MadeWebhook,
  type Webhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
  useWebhooksChanged,
} from './webhooks.api.ts';
import { webhooksTexts } from './webhooks.es.ts';

type WebhookItemProps = {
  organization: string;
  webhook: Webhook;
  onEdit: () => void;
  onMade: (made: MadeWebhook) => void;
  onLog: () => void;
};

function stateOf({ is_on, off_reason, failing_since }: Webhook) {
  if (is_on) return failing_since ? ('failing' as const) : ('on' as const);
  return off_reason === 'paused' || off_reason === 'gone' ? off_reason : ('off' as const);
}
const TONES: Record<ReturnType<typeof stateOf>, BadgeTone> = {
  on: 'success',
  failing: 'warning',
  paused: 'neutral',
  gone: 'danger',
  off: 'danger',
};

/** An endpoint: where it leads, how it fares, and what can be done about it. */
export function WebhookItem({ organization, webhook, onEdit, onMade, onLog }: WebhookItemProps) {
  const t = useTexts(webhooksTexts);
  const { dateTime } = useFormat();
  const { may } = usePermissions();
  const { id, url, nouns, payload, waiting, failing_since, former_until } = webhook;
  const [name, state] = [webhookName(webhook), stateOf(webhook)];
  const facts = [
    nouns === null ? t('facts.all') : t('facts.some', { count: nouns.length }),
    t(`facts.${payload}`),
    ...(waiting > 0 ? [t('facts.waiting', { count: waiting })] : []),
    ...(state === 'gone' || state === 'off' ? [t(`facts.${state}`)] : []),
    ...(state === 'failing' && failing_since
      ? [t('facts.failing', { moment: dateTime(failing_since) })]
      : []),
    ...(former_until ? [t('secret.both', { moment: dateTime(former_until) })] : []),
  ];
  return (
    <li data-row={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name} <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        </p>
        <p className="text-sm break-all text-muted">{url}</p>
        <p className="text-sm wrap-anywhere text-muted">{facts.join(' · ')}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" aria-label={t('logOf', { name })} onClick={onLog}>
          {t('log')}
        </Button>
        {may('webhooks.update') ? (
          <>
            <Switch organization={organization} webhook={webhook} />
            <Rotate organization={organization} webhook={webhook} onMade={onMade} />
            <Button variant="ghost" size="sm" iconOnly aria-label={t('edit', { name })} onClick={onEdit}>
              <Pencil size={16} />
            </Button>
            <Remove organization={organization} webhook={webhook} />
          </>
        ) : null}
      </div>
    </li>
  );
}

type Owned = { organization: string; webhook: Webhook };

function Switch({ organization, webhook }: Owned) {
  const t = useTexts(webhooksTexts);
  const notifyFailure = useNotifyFailure();
  const changed = useWebhooksChanged(organization);
  const name = webhookName(webhook);
  const switching = useMutation({
    mutationFn: () => updateWebhook(webhook, { is_on: !webhook.is_on }),
    onSuccess: ({ is_on }) => notify.success(t(is_on ? 'resumed' : 'paused')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={switching.isPending}
      aria-label={t(webhook.is_on ? 'pauseOne' : 'resumeOne', { name })}
      onClick={() => switching.mutate()}
    >
      {t(webhook.is_on ? 'pause' : 'resume')}
    </Button>
  );
}

function Rotate({ organization, webhook, onMade }: Owned & { onMade: (made: MadeWebhook) => void }) {
  const t = useTexts(webhooksTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const changed = useWebhooksChanged(organization);
  const rotating = useMutation({
    mutationFn: () => rotateSecret(webhook.id),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  const ask = async () => {
    let made: MadeWebhook | null = null;
    const isDone = await confirm({
      title: t('secret.confirm', { name: webhookName(webhook) }),
      consequence: t('secret.consequence'),
      confirmLabel: t('secret.rotate'),
      destructive: false,
      carryOut: () =>
        rotating.mutateAsync().then(
          (rotated) => {
            made = rotated;
            return true;
          },
          () => false,
        ),
    });
    if (isDone && made) onMade(made);
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={`${t('secret.rotate')}: ${webhookName(webhook)}`}
      busy={rotating.isPending}
      onClick={() => void ask()}
    >
      <KeyRound size={16} />
    </Button>
  );
}

function Remove({ organization, webhook }: Owned) {
  const t = useTexts(webhooksTexts);
  const confirm = useConfirm();
  const notifyFailure = useNotifyFailure();
  const changed = useWebhooksChanged(organization);
  const name = webhookName(webhook);
  const removing = useMutation({
    mutationFn: () => deleteWebhook(webhook.id),
    onSuccess: () => notify.success(t('removed')),
    onError: (error) => notifyFailure(error),
    onSettled: changed,
  });
  const ask = () =>
    confirm({
      title: t('confirmRemove', { name }),
      consequence: t('removeConsequence'),
      confirmLabel: t('removeConfirm'),
      carryOut: () => hasSucceeded(removing.mutateAsync()),
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      iconOnly
      aria-label={t('remove', { name })}
      busy={removing.isPending}
      onClick={() => void ask()}
    >
      <Trash2 size={16} />
    </Button>
  );
}
