import type { Session } from '@atalaya/contract/session';
import { useRouter } from '@tanstack/react-router';
import { useTexts } from '../../../../platform/messages/use-texts.ts';
import { notify } from '../../../../platform/notify.ts';
import { useAdoptSession } from '../../../../platform/session.ts';
import { loginTexts } from './login.es.ts';
import { useNextScreen } from './use-next-screen.ts';

/** Takes a session that was just opened to where its person was going, else to /admin. */
export function useEnter(): (session: Session) => void {
  const t = useTexts(loginTexts);
  const router = useRouter();
  const adopt = useAdoptSession();
  const href = useNextScreen();
  return (session) => {
    adopt(session);
    notify.success(t('welcome'));
    void router.navigate({ href, replace: true });
  };
}
