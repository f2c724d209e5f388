import { Button } from '@atalaya/ui/button';
import { useMutation } from '@tanstack/react-query';
import { loadPart } from '../../platform/load-part.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify, useNotifyFailure } from '../../platform/notify.ts';
import { loginTexts } from './login-texts.ts';
import { useEnter } from './use-enter.ts';

const passkeys = () => loadPart(() => import('../../shared/passkeys.ts'));

/** Signs in without a password; nothing where the browser knows no passkeys. */
export function PasskeyButton() {
  const t = useTexts(loginTexts);
  const enter = useEnter();
  const notifyFailure = useNotifyFailure();
  const signIn = useMutation({
    mutationFn: async () => (await passkeys()).signInWithPasskey(),
    onSuccess: ({ session }) => enter(session),
    onError: async (error) => {
      if ((await passkeys()).isGivenUp(error)) notify.info(t('passkeyGivenUp'));
      else notifyFailure(error);
    },
  });
  if (!('PublicKeyCredential' in globalThis)) return null;
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
