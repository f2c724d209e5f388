import { Button, buttonClass } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../../platform/api/call.ts';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { AuthFrame } from '../../../../shared/auth-frame.tsx';
import { registerTexts } from './register.es.ts';

/** After registering: the account waits for its e-mail to be confirmed. Says the same whether one existed. */
export function AwaitingVerification({ email }: { email: string }) {
  const t = useTexts(registerTexts);
  const notifyFailure = useNotifyFailure();
  const resend = useMutation({
    mutationFn: () => call('resendVerification', { body: { email } }),
    onSuccess: () => notify.info(t('awaiting.resent')),
    onError: (error) => notifyFailure(error),
  });
  return (
    <AuthFrame title={t('awaiting.title')}>
      <p className="text-pretty">{t('awaiting.text', { email })}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/admin/login" className={buttonClass({})}>
          {t('back')}
        </Link>
        <Button variant="outline" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t('awaiting.resend')}
        </Button>
      </div>
    </AuthFrame>
  );
}
