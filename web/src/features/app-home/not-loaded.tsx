import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { appHomeTexts } from './app-home.es.ts';

/** In the place of what could not be read. The lists' way to say so would bring much of the administration along. */
export function NotLoaded({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  const t = useTexts(appHomeTexts);
  return (
    <div role="alert" className="rounded-lg border border-line bg-surface p-4">
      <p className="text-pretty">{text}</p>
      <Button className="mt-4" onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </div>
  );
}
