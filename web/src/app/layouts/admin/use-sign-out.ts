import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { notify } from '../../../platform/notify.ts';
import { adoptSession } from '../../../platform/session.ts';
import { adminTexts } from './admin.es.ts';

/** Ends the session on the server, forgets all that was read, and goes to the sign-in. */
export function useSignOut(): () => void {
  const t = useTexts(adminTexts);
  const client = useQueryClient();
  const router = useRouter();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: () => {
      adoptSession(client, null);
      notify.success(t('signedOut'));
      void router.navigate({ to: '/admin/login' });
    },
    onError: () => notify.error(t('signOutFailed')),
  });
  return () => signOut.mutate();
}
