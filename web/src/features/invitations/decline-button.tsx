import { Button } from '@atalaya/ui/button';
import { ConfirmDialog } from '@atalaya/ui/confirm-dialog';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { acceptTexts } from './accept.es.ts';
import type { OpenedInvitation } from './invitations.api.ts';

/** Says no, after asking once: the inviter is told, and the seat is free again. */
export function DeclineButton({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const t = useTexts(acceptTexts);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const notifyFailure = useNotifyFailure();
  const decline = useMutation({
    mutationFn: () => call('declineInvitation', { body: { token } }),
    onSuccess: () => {
      notify.success(t('declined'));
      void navigate({ to: '/', replace: true });
    },
    onError: (error) => notifyFailure(error),
  });
  return (
    <>
      <Button variant="link" onClick={() => setAsking(true)}>
        {t('decline')}
      </Button>
      <ConfirmDialog
        open={asking}
        busy={decline.isPending}
        title={t('declineTitle', { organization: invitation.organization_name })}
        consequence={t('declineBody')}
        confirmLabel={t('decline')}
        cancelLabel={t('cancel')}
        onConfirm={() => decline.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
