import type { ErrorCode } from '@atalaya/contract/errors';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, isTransient } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import { errorText } from '../../platform/messages/error-text.ts';
import type { Language } from '../../platform/messages/chosen-language.ts';
import { loadTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { focusRow } from '../../shared/focus-row.ts';
import { pollUntil } from '../../shared/poll-until.ts';
import { undoTexts } from './undo.es.ts';

/** Reasons that a toast has room for. */
const TOLD = 3;

/**
 * Takes a change back and tells how it went: how many are as they were, which are not, and why. `rows`: the ids of what
 * it is about; the focus goes to the first of them that the list shows again.
 */
export async function takeBack(
  id: string,
  language: Language,
  client: QueryClient,
  rows?: readonly string[],
): Promise<void> {
  const t = await loadTexts(undoTexts, language);
  try {
    const begun = await call('undoChange', { params: { id }, body: {} });
    if (begun.left > 0) notify.info(t('begun'), { description: t('begunBody', { count: begun.left }) });
    const { undone, refused, refused_total } = await pollUntil(
      begun,
      ({ left }) => left === 0,
      // A change of many objects is taken back by a job, which goes on without this window too.
      () => call('readUndo', { params: { id } }),
    );
    if (refused_total === 0) {
      notify.success(t('undone', { count: undone }));
      return;
    }
    const reasons = await Promise.all(
      refused.slice(0, TOLD).map(async ({ name, code }) => {
        const reason = await errorText(new ApiError(409, { code: code as ErrorCode }), language);
        return name === '' ? reason : t('refusal', { name, reason });
      }),
    );
    const description = reasons.join(' ');
    if (undone === 0) notify.error(t('none'), { description });
    else notify.warning(t('some', { undone, refused: refused_total }), { description });
  } catch (error) {
    // What was pressed is gone: the way back stays here.
    const action = { label: t('retry'), onClick: () => void takeBack(id, language, client, rows) };
    const description = await errorText(error, language);
    notify.error(t('none'), isTransient(error) ? { description, action } : { description });
  } finally {
    // Everything: the change may have been of people, seats, tickets, companies, and is in their history.
    const read = client.invalidateQueries();
    if (rows) void read.then(() => focusRow(rows));
  }
}
