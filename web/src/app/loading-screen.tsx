import { useTexts } from '../platform/messages/use-texts.ts';
import { appTexts } from './app.es.ts';

/** While the session or a screen loads. */
export function LoadingScreen() {
  const t = useTexts(appTexts);
  return (
    <div role="status" className="grid min-h-96 place-items-center text-muted">
      {t('loading')}
    </div>
  );
}
