import { buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../platform/messages/use-texts.ts';
import { AuthFrame } from '../shared/auth-frame.tsx';
import { appTexts } from './app.es.ts';

/** An address that is no screen, outside every layout. */
export function NotFoundScreen() {
  const t = useTexts(appTexts);
  return (
    <AuthFrame title={t('notFound.title')}>
      <p>{t('notFound.text')}</p>
      <Link to="/" className={buttonClass({ className: 'mt-5' })}>
        {t('notFound.home')}
      </Link>
    </AuthFrame>
  );
}
