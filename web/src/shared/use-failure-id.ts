import { isApiError } from '../platform/api/api-error.ts';
import { useTexts } from '../platform/messages/use-texts.ts';
import { sharedTexts } from './shared.es.ts';

/** What can be quoted of a call that failed, to find it in the server's log; undefined where no answer came. */
export function useFailureId(error: unknown): string | undefined {
  const t = useTexts(sharedTexts);
  return isApiError(error) && error.request_id ? t('request', { id: error.request_id }) : undefined;
}
