import { ApiError, isApiError } from '../../../platform/api/api-error.ts';
import { errorText } from '../../../platform/messages/error-text.ts';
import { useLanguage } from '../../../platform/messages/language.tsx';
import { notify } from '../../../platform/notify.ts';

const UNEXPECTED: ReadonlySet<string> = new Set(['server.failed', 'network.unreadable']);

/** What is told in the form itself: wrong fields, and that there is no network, until it is back. */
export const isToldHere = (error: unknown) =>
  isApiError(error, 'request.invalid') || isApiError(error, 'network.offline');

/** Tells why something failed, under a title that says whether it was refused or went wrong. */
export function useTellFailure(): (error: unknown, titles: { failed: string; unexpected: string }) => void {
  const { language } = useLanguage();
  return (error, { failed, unexpected }) => {
    const isExpected = error instanceof ApiError && !UNEXPECTED.has(error.code);
    void errorText(error, language).then((description) =>
      notify.error(isExpected ? failed : unexpected, { description }),
    );
  };
}
