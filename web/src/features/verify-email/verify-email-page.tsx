import { Button, buttonClass } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { defineTexts } from '../../platform/messages/define-texts.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { useAdoptSession } from '../../platform/session.ts';
import { AuthFrame } from '../../shared/auth-frame.tsx';
import { textField, useUrlState } from '../../shared/url-state.ts';
import { verifyEmailEs } from './verify-email.es.ts';

const fields = { token: textField() };
const texts = defineTexts(verifyEmailEs, () =>
  import('./verify-email.en.ts').then((file) => file.verifyEmailEn),
);

/** The target of the confirmation mail. Opening it changes nothing: mail scanners open links too. */
export function VerifyEmailPage() {
  const t = useTexts(texts);
  const [{ token }] = useUrlState(fields);
  const verify = useVerify(token);
  if (token === '' || isApiError(verify.error, 'account.verification_invalid')) return <InvalidLink />;
  return (
    <AuthFrame title={t('title')}>
      <p className="text-pretty">{t('text')}</p>
      <Button size="lg" className="mt-5 w-full" busy={verify.isPending} onClick={() => verify.mutate()}>
        {t('submit')}
      </Button>
    </AuthFrame>
  );
}

function InvalidLink() {
  const t = useTexts(texts);
  return (
    <AuthFrame title={t('invalidTitle')}>
      <p className="text-pretty">{t('invalidText')}</p>
      <Link to="/admin/login" className={buttonClass({ className: 'mt-5' })}>
        {t('signIn')}
      </Link>
    </AuthFrame>
  );
}

function useVerify(token: string) {
  const t = useTexts(texts);
  const router = useRouter();
  const adopt = useAdoptSession();
  const notifyFailure = useNotifyFailure();
  return useMutation({
    mutationFn: () => call('verifyEmail', { body: { token } }),
    onSuccess: ({ session }) => {
      if (!session) {
        void router.navigate({ href: '/admin/login?step=second-factor', replace: true });
        return;
      }
      adopt(session);
      notify.success(t('welcome'));
      void router.navigate({ to: '/admin', replace: true });
    },
    onError: (error) => {
      if (!isApiError(error, 'account.verification_invalid')) notifyFailure(error);
    },
  });
}
