import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { CircleAlert } from 'lucide-react';
import { useTexts } from '../platform/messages/use-texts.ts';
import { listsTexts } from './lists.es.ts';
import { useFailureId } from './use-failure-id.ts';

type LoadFailedProps = { title: string; error: unknown; onRetry: () => unknown };

/** In the place of what could not be read; `title` says what that is. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const t = useTexts(listsTexts);
  return (
    <EmptyState
      icon={<CircleAlert size={20} />}
      title={title}
      description={useFailureId(error)}
      action={<Button onClick={() => void onRetry()}>{t('retry')}</Button>}
    />
  );
}
