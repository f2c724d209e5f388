import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../platform/api/call.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useAdoptSession } from '../../platform/session.ts';
import { acceptTexts } from './accept.es.ts';

/** Accepts as the person who is signed in; where the company lets in through its own sign-in alone, it goes on there. */
export function JoinButton({ token, organization }: { token: string; organization: string }) {
  const t = useTexts(acceptTexts);
  const navigate = useNavigate();
  const adopt = useAdoptSession();
  const notifyFailure = useNotifyFailure();
  const join = useMutation({
    mutationFn: () => call('joinInvitation', { body: { token } }),
    onSuccess: ({ session, sign_on }) => {
      if (!session) {
        location.assign(sign_on ?? '/admin/login');
        return;
      }
      adopt(session);
      notify.success(t('accepted', { organization }));
      void navigate({ to: '/app', replace: true });
    },
    onError: (error) => notifyFailure(error),
  });
  return (
    <Button size="lg" busy={join.isPending} onClick={() => join.mutate()}>
      {join.isPending ? t('accepting') : t('accept')}
    </Button>
  );
}
