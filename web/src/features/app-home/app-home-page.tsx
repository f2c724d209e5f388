import { buttonClass } from '@atalaya/ui/button';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { WatchtowerMark } from '../../shared/watchtower-mark.tsx';
import { appHomeTexts } from './app-home.es.ts';

export function AppHomePage() {
  const t = useTexts(appHomeTexts);
  return (
    <main className="grid min-h-dvh place-items-center p-4 text-center">
      <title>{`${t('title')} · Atalaya`}</title>
      <div>
        <WatchtowerMark size={48} className="mx-auto text-primary" />
        <h1 className="mt-4 text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-1 text-lg text-muted">{t('welcome')}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <Link to="/admin" className={buttonClass({})}>
            {t('admin')}
          </Link>
          <Link to="/" className={buttonClass({ variant: 'outline' })}>
            {t('home')}
          </Link>
        </div>
      </div>
    </main>
  );
}
