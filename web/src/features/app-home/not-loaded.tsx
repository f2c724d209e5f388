import { Button } from '@atalaya/ui/button';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { useFailureId } from '../../shared/use-failure-id.ts';
import { appHomeTexts } from './app-home.es.ts';

type NotLoadedProps = { text: string; error: unknown; onRetry: () => unknown };

/** In the place of what could not be read. The lists' way to say so would bring much of the administration along. */
export function NotLoaded({ text, error, onRetry }: NotLoadedProps) {
  const t = useTexts(appHomeTexts);
  const id = useFailureId(error);
  return (
    <div role="alert" className="rounded-lg border border-line bg-surface p-4">
      <p className="text-pretty">{text}</p>
      {id ? <p className="text-sm wrap-anywhere text-muted">{id}</p> : null}
      <Button className="mt-4" onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </div>
  );
}
