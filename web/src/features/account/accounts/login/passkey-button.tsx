import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../../../platform/notify.ts';
import { isGivenUp, knowsPasskeys, signInWithPasskey } from '../../passkeys/passkeys.ts';
import { useCompanyOnly } from '../use-company-only.ts';
import { loginTexts } from './login.es.ts';
import { useEnter } from './use-enter.ts';

/** Signs in without a password; nothing where the browser knows no passkeys. */
export function PasskeyButton() {
  const t = useTexts(loginTexts);
  const enter = useEnter();
  const companyOnly = useCompanyOnly();
  const notifyFailure = useNotifyFailure();
  const signIn = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: ({ session }) => enter(session),
    onError: (error) => {
      if (isGivenUp(error)) notify.info(t('passkeyGivenUp'));
      else if (!companyOnly(error)) notifyFailure(error);
    },
  });
  if (!knowsPasskeys()) return null;
  return (
    <Button
      variant="outline"
      size="lg"
      className="mt-3 w-full"
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      {t('passkey')}
    </Button>
  );
}
