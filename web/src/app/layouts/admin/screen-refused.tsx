import { buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { Building2, Lock } from 'lucide-react';
import { useTexts } from '../../../platform/messages/use-texts.ts';
import { appTexts } from '../../app.es.ts';
import { MessageScreen } from '../../message-screen.tsx';

/** Why a person may not see a screen: they belong to no organization yet, or lack the permission. */
export function ScreenRefused({ why }: { why: 'organization' | 'permission' }) {
  const t = useTexts(appTexts);
  const [name, path, icon] =
    why === 'organization'
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
