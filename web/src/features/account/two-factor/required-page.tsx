import { Button } from '@atalaya/ui/button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/api/call.ts';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useNotifyFailure } from '../../../platform/notify.ts';
import { adoptSession } from '../../../platform/session.ts';
import { AuthFrame } from '../../../shared/auth-frame.tsx';
import { knowsPasskeys } from '../passkeys/passkeys.ts';
import { safeRedirect } from '../../../shared/safe-redirect.ts';
import { AppSetup } from './app-setup.tsx';
import type { Added } from './two-factor.api.ts';
import { twoFactorTexts } from './two-factor.es.ts';
import { PasskeySetup } from '../passkeys/passkey-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Way = 'app' | 'passkey' | null;

/** All that is open to a person whose organization asks for a second factor, until they have one. */
export function RequiredPage() {
  const t = useTexts(twoFactorTexts);
  const [way, setWay] = useState<Way>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const goOn = useGoOn();
  const done = (made: Added) => (made.recovery_codes ? setAdded(made) : goOn(made));
  if (added?.recovery_codes)
    return (
      <AuthFrame title={t('codes.title')}>
        <RecoveryCodes codes={added.recovery_codes} onDone={() => goOn(added)} />
      </AuthFrame>
    );
  return (
    <AuthFrame title={t('required.title')} subtitle={t('required.subtitle')} footer={<SignOut />}>
      {way === null ? <Choice onChoose={setWay} /> : null}
      {way === 'app' ? <AppSetup onAdded={done} /> : null}
      {way === 'passkey' ? <PasskeySetup onAdded={done} /> : null}
      {way ? (
        <Button variant="link" size="sm" className="mt-3 -ml-2.5" onClick={() => setWay(null)}>
          {t('required.back')}
        </Button>
      ) : null}
    </AuthFrame>
  );
}

function Choice({ onChoose }: { onChoose: (way: Way) => void }) {
  const t = useTexts(twoFactorTexts);
  return (
    <div className="grid gap-3">
      <Button size="lg" onClick={() => onChoose('app')}>
        {t('required.app')}
      </Button>
      {knowsPasskeys() ? (
        <Button size="lg" variant="outline" onClick={() => onChoose('passkey')}>
          {t('required.passkey')}
        </Button>
      ) : null}
    </div>
  );
}

/** To where the person was going, as whom they are now. */
function useGoOn() {
  const client = useQueryClient();
  const router = useRouter();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return ({ session }: Added) => {
    adoptSession(client, session);
    void router.navigate({ href: safeRedirect(search.redirect, '/admin'), replace: true });
  };
}

function SignOut() {
  const t = useTexts(twoFactorTexts);
  const client = useQueryClient();
  const router = useRouter();
  const notifyFailure = useNotifyFailure();
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSuccess: () => {
      adoptSession(client, null);
      void router.navigate({ to: '/admin/login' });
    },
    onError: (error) => notifyFailure(error),
  });
  return (
    <Button variant="link" size="sm" busy={signOut.isPending} onClick={() => signOut.mutate()}>
      {t('required.signOut')}
    </Button>
  );
}
