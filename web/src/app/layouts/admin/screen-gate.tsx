import { buttonClass } from '@atalaya/ui/button';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Building2, Lock } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { useSession } from '../../../platform/session.ts';
import { appTexts } from '../../app-texts.ts';
import { MessageScreen } from '../../message-screen.tsx';
import { screenOf } from '../../screen-of.ts';
import { refusalOf } from './use-screens.ts';

/** The screen, or why the person may not see it: never an empty table. */
export function ScreenGate() {
  const t = useTexts(appTexts);
  const session = useSession();
  const { pathname } = useLocation();
  const screen = screenOf(pathname);
  const refusal = screen && refusalOf(session, screen);
  if (refusal === null) return <Outlet />;
  const [name, path, icon] =
    refusal === 'organization'
      ? (['noOrganization', '/admin/profile', <Building2 key="icon" size={20} />] as const)
      : (['forbidden', '/admin', <Lock key="icon" size={20} />] as const);
  return (
    <MessageScreen
      icon={icon}
      title={t(`${name}.title`)}
      text={t(`${name}.text`)}
      action={
        <Link to={path} className={buttonClass({ variant: 'outline' })}>
          {name === 'forbidden' ? t('forbidden.home') : t('noOrganization.profile')}
        </Link>
      }
    />
  );
}
