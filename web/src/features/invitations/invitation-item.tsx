import { Badge, type BadgeTone } from '@atalaya/ui/badge';
import { Button } from '@atalaya/ui/button';
import { Modal } from '@atalaya/ui/modal';
import { TextInput } from '@atalaya/ui/text-input';
import { Copy, Send, X } from 'lucide-react';
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
import { invitationsTexts } from './invitations.es.ts';
import { type Invitation, useInvitationAction } from './invitations.api.ts';
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
  const { email, role, status, created_at, expires_at, invited_by, delivery } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
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
          <span>{t('sentOn', { date: format.date(created_at) })}</span>
          {status === 'accepted' ? null : (
            <span>
              {t(status === 'expired' ? 'expiredOn' : 'expiresOn', { date: format.date(expires_at) })}
            </span>
          )}
          {invited_by ? <span>{t('invitedBy', { name: invited_by })}</span> : null}
          <span>{invitation.organization.name}</span>
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
  const restore = useInvitationAction((of) => call('restoreInvitation', params(of)));

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
        run: () => restore.mutateAsync(id).then(() => notify.success(t('restored'))),
        tell: tellFailure,
        retryLabel: t('retry'),
      });
    await cancel.mutateAsync(id).then(
      () =>
        notify.success(t('canceled'), {
          description: t('canceledBody'),
          action: { label: t('undo'), onClick: undo },
        }),
      tellFailure,
    );
  };

  return (
    <div className="flex flex-wrap gap-1">
      {invitation.status === 'pending' ? (
        <Button
          variant="ghost"
          size="sm"
          icon={<Copy size={14} />}
          busy={copy.isPending}
          onClick={() => void copy.mutateAsync(id).then(copyLink, tellFailure)}
        >
          {t('copy')}
        </Button>
      ) : null}
      <Button
        variant="ghost"
        size="sm"
        icon={<Send size={14} />}
        busy={resend.isPending}
        onClick={() =>
          void resend
            .mutateAsync(id)
            .then(
              (answer) =>
                answer.invitation.delivery === 'sent' ? notify.success(t('resent')) : tellSent(answer),
              tellFailure,
            )
        }
      >
        {t('resend')}
      </Button>
      <Button variant="ghost" size="sm" icon={<X size={14} />} onClick={() => void askToCancel()}>
        {t('cancel')}
      </Button>
      {link === null ? null : <LinkDialog link={link} onClose={() => setLink(null)} />}
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
