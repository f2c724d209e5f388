import { buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { appTexts } from './app.es.ts';
import { MessageScreen } from './message-screen.tsx';

/** Inside a layout: an address under /admin that is no screen. */
export function NotFoundPage() {
  const t = useTexts(appTexts);
  return (
    <MessageScreen
      icon={<Compass size={20} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          {t('notFound.home')}
        </Link>
      }
    />
  );
}
