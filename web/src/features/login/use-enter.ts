import type { Session } from '@atalaya/contract/session';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useAdoptSession } from '../../platform/session.ts';
import { safeRedirect } from '../../shared/safe-redirect.ts';
import { loginTexts } from './login-texts.ts';

/** Takes a session that was just opened to where its person was going, else to /admin. */
export function useEnter(): (session: Session) => void {
  const t = useTexts(loginTexts);
  const router = useRouter();
  const adopt = useAdoptSession();
  const search: Record<string, unknown> = useSearch({ strict: false });
  return (session) => {
    adopt(session);
    notify.success(t('welcome'));
    void router.navigate({ href: safeRedirect(search.redirect, '/admin'), replace: true });
  };
}
