import { Button } from '@atalaya/ui/button';
import { useErrorText } from '../platform/messages/error-text.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import { useFailureId } from './use-failure-id.ts';

/** In the place of a part that could not be read, in the words of its error, with the way to try again. */
export function ReadFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return <PartFailed text={useErrorText(error)} error={error} onRetry={onRetry} />;
}

type PartFailedProps = { text: string; error: unknown; onRetry: () => unknown };

/** The same in other words, where the reason would not tell what is missing. */
export function PartFailed({ text, error, onRetry }: PartFailedProps) {
  const t = useTexts(listsTexts);
  const id = useFailureId(error);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>
        {text}
        {id ? <span className="block text-sm text-muted">{id}</span> : null}
      </p>
      <Button variant="outline" size="sm" onClick={() => void onRetry()}>
        {t('retry')}
      </Button>
    </div>
  );
}
