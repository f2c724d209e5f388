import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Menu, MenuItem } from '@atalaya/ui/menu';
import { Modal } from '@atalaya/ui/modal';
import { TextInput } from '@atalaya/ui/text-input';
import { Copy, Ellipsis, type LucideIcon, Send, X } from 'lucide-react';
import { useState } from 'react';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { useFormat } from '../../platform/format.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { type NoticeOptions, notify } from '../../platform/notify.ts';
import { usePermissions } from '../../platform/use-permissions.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { RoleBadge } from '../../shared/role-badge.tsx';
import { copyText } from '../../shared/copy-text.ts';
import { runFromToast } from '../../shared/run-from-toast.ts';
import { useTight } from '../../shared/use-phone.ts';
import { invitationsTexts } from './invitations.es.ts';
import { type Invitation, type Sent, useInvitationAction, useInvitationsChanged } from './invitations.api.ts';
import { useTellError } from './use-tell-error.ts';
import { useTellSent } from './use-tell-sent.ts';

const TONES: Record<Invitation['status'], BadgeTone> = {
  pending: 'warning',
  accepted: 'success',
  expired: 'neutral',
};

export function InvitationItem({ invitation }: { invitation: Invitation }) {
  const t = useTexts(invitationsTexts);
  const { may } = usePermissions();
  const format = useFormat();
  const { email, role, status, created_at, expires_at, invited_by, organization, delivery } = invitation;
  return (
    <li
      data-row={invitation.id}
      className="flex items-center gap-x-4 gap-y-2 px-4 py-3 -outline-offset-2 sm:flex-wrap"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span
            title={email}
            className="min-w-0 font-medium wrap-anywhere max-sm:line-clamp-2 max-sm:basis-full"
          >
            {email}
          </span>
          <RoleBadge role={role} />
          <Badge tone={TONES[status]} dot>
            {t(`status.${status}`)}
          </Badge>
          {status === 'pending' && delivery === 'failed' ? (
            <Badge tone="danger">{t('deliveryFailed')}</Badge>
          ) : null}
          {status === 'pending' && delivery === 'waiting' ? (
            <Badge tone="info">{t('deliveryWaiting')}</Badge>
          ) : null}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{t('sentOn', { date: format.paddedDate(created_at) })}</span>
          {status === 'accepted' ? null : (
            <span>
              {t(status === 'expired' ? 'expiredOn' : 'expiresOn', { date: format.paddedDate(expires_at) })}
            </span>
          )}
          <span className="max-w-full truncate max-sm:basis-full">
            {invited_by ? `${t('invitedBy', { name: invited_by })} · ` : null}
            {organization.name}
          </span>
        </p>
      </div>
      {status === 'accepted' || !may('invitations.resend') ? null : <Actions invitation={invitation} />}
    </li>
  );
}

function Actions({ invitation }: { invitation: Invitation }) {
  const t = useTexts(invitationsTexts);
  const confirm = useConfirm();
  const tellSent = useTellSent();
  const tellFailure = useTellFailure();
  const [link, setLink] = useState<string | null>(null);
  const { id, email } = invitation;
  const params = (of: string) => ({ params: { id: of }, body: {} });
  const copy = useInvitationAction((of) => call('copyInvitationLink', params(of)));
  const resend = useInvitationAction((of) => call('resendInvitation', params(of)));
  const cancel = useInvitationAction((of) => call('cancelInvitation', { params: { id: of } }));
  const changed = useInvitationsChanged();

  const copyLink = async (answer: { link: string }) => {
    if (await copyText(answer.link)) notify.success(t('copied'), { duration: 3000 });
    else setLink(answer.link);
  };
  const askToCancel = async () => {
    const question = {
      title: t('confirmCancel', { email }),
      consequence: t('confirmCancelBody'),
      confirmLabel: t('confirmCancelYes'),
      cancelLabel: t('confirmCancelNo'),
    };
    if (!(await confirm(question))) return;
    // Awaited, not handed to mutate(): the item may be gone by the time the answer comes.
    const undo = () =>
      runFromToast({
        run: () => call('restoreInvitation', params(id)).then(() => notify.success(t('restored'))),
        tell: tellFailure,
        retryLabel: t('retry'),
        back: { id, read: changed },
      });
    await cancel.mutateAsync(id).then(
      () =>
        notify.success(t('canceled'), {
          description: t('canceledBody'),
          action: { label: t('undo'), undoes: true, onClick: undo },
        }),
      tellFailure,
    );
  };

  const tellResent = (answer: Sent) =>
    answer.invitation.delivery === 'sent' ? notify.success(t('resent')) : tellSent(answer);
  const actions: ItemAction[] = [
    {
      word: t('resend'),
      Icon: Send,
      busy: resend.isPending,
      run: () => void resend.mutateAsync(id).then(tellResent, tellFailure),
    },
    { word: t('cancel'), Icon: X, busy: false, run: () => void askToCancel() },
  ];
  if (invitation.status === 'pending')
    actions.unshift({
      word: t('copy'),
      Icon: Copy,
      busy: copy.isPending,
      run: () => void copy.mutateAsync(id).then(copyLink, tellFailure),
    });
  return (
    <>
      <ItemActions label={t('more', { email })} actions={actions} />
      {link === null ? null : <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

type ItemAction = { word: string; Icon: LucideIcon; busy: boolean; run: () => void };

/** A button each, with little room one menu of all. */
function ItemActions({ label, actions }: { label: string; actions: readonly ItemAction[] }) {
  const isTight = useTight();
  if (isTight)
    return (
      <Menu
        trigger={
          <Button variant="ghost" size="sm" iconOnly aria-label={label}>
            <Ellipsis size={16} />
          </Button>
        }
      >
        {actions.map(({ word, Icon, busy, run }) => (
          <MenuItem key={word} icon={<Icon aria-hidden />} disabled={busy} onSelect={run}>
            {word}
          </MenuItem>
        ))}
      </Menu>
    );
  return (
    <div className="flex flex-wrap gap-1">
      {actions.map(({ word, Icon, busy, run }) => (
        <Button key={word} variant="ghost" size="sm" icon={<Icon size={14} />} busy={busy} onClick={run}>
          {word}
        </Button>
      ))}
    </div>
  );
}

/** Where the clipboard cannot be used at all: the link, selected, to copy by hand. */
function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTexts(invitationsTexts);
  return (
    <Modal open onClose={onClose} title={t('copyTitle')} closeLabel={t('close')} size="lg">
      <TextInput
        label={t('copyTitle')}
        hideLabel
        readOnly
        value={link}
        hint={t('copyHint')}
        onFocus={(event) => event.target.select()}
      />
    </Modal>
  );
}

function useTellFailure() {
  const t = useTexts(invitationsTexts);
  const tellError = useTellError();
  return (error: unknown, options?: NoticeOptions) => {
    if (isApiError(error, 'object.not_found')) notify.error(t('error'), { description: t('gone') });
    else tellError(error, options);
  };
}
