import { useRouter } from '@tanstack/react-router';
import type { UseFormReturn } from 'react-hook-form';
import { isApiError } from '../../../../platform/api/api-error.ts';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { useAdoptSession } from '../../../../platform/session.ts';
import { useFormSend } from '../../../../shared/use-form-send.ts';
import { registerTexts } from './register.es.ts';

export type Registration = {
  first_name: string;
  last_name: string;
  email: string;
  password: string;
  confirmation: string;
};

/** Creates the account: signed in at once, or waiting for the e-mail to be confirmed. */
export function useRegister(form: UseFormReturn<Registration>, onAwaiting: (email: string) => void) {
  const t = useTexts(registerTexts);
  const adopt = useAdoptSession();
  const router = useRouter();
  const notifyFailure = useNotifyFailure();
  return useFormSend({
    form,
    send: ({ first_name, last_name, email, password }) =>
      call('register', { body: { first_name, last_name, email, password } }),
    onSent: ({ session }, { email }) => {
      if (!session) {
        notify.success(t('createdAwaiting'));
        onAwaiting(email.trim());
        return;
      }
      notify.success(t('created'));
      adopt(session);
      void router.navigate({ to: '/admin' });
    },
    codeFields: { 'account.already_registered': 'email', 'account.common_password': 'password' },
    onError(error) {
      // The form itself says so, and when it can be sent again.
      if (isApiError(error, 'network.offline')) return false;
      if (isApiError(error, 'network.unreadable')) notify.error(t('failed'));
      else if (!isApiError(error)) notify.error(t('failedUnexpectedly'));
      else if (error.fields.length > 0 || error.code.startsWith('account.')) return false;
      else notifyFailure(error);
      return true;
    },
  });
}
