import { useTexts } from '../platform/messages/use-texts.ts';
import { useOnline } from '../platform/use-online.ts';
import { sharedTexts } from '../shared/shared.es.ts';
import { appTexts } from './app.es.ts';

/** While the session or a screen loads; without a network, until that is back. */
export function LoadingScreen() {
  const t = useTexts(appTexts);
  const shared = useTexts(sharedTexts);
  return (
    <div role="status" className="grid min-h-96 place-items-center text-center text-balance text-muted">
      {useOnline() ? t('loading') : shared('awaitsNetwork')}
    </div>
  );
}
