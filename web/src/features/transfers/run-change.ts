import type { ErrorCode } from '@atalaya/contract/errors';
import { ApiError, isApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/call.ts';
import type { Answer } from '../../platform/api/route-shapes.ts';
import { formatOf } from '../../platform/format.ts';
import { errorText } from '../../platform/messages/error-text.ts';
import type { Language } from '../../platform/messages/chosen-language.ts';
import { loadTexts } from '../../platform/messages/use-texts.ts';
import { notify, notifyOfWork } from '../../platform/notify.ts';
import { pollUntil } from '../../shared/poll-until.ts';
import { transferNewsTexts } from './transfer-news.es.ts';
import { isOver } from './transfers.api.ts';

type Transfer = Answer<'readTransfer'>;

/** Something that changes, and who looks at it. */
function watched<T>(first: T) {
  const listeners = new Set<() => void>();
  let now = first;
  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next: T) => {
      now = next;
      for (const listener of listeners) listener();
    },
  };
}

/**
 * Tells how far a change of many is that a job carries out, with a way to cancel it, until it is over.
 * @returns null where it was canceled
 * @throws ApiError with what kept it from changing anything, as an answer of the request itself would
 */
export async function waitForChange(
  id: string,
  language: Language,
): Promise<{ changed: number; undo_id: string } | null> {
  const t = await loadTexts(transferNewsTexts, language);
  const { number } = formatOf(language);
  const progressOf = ({ processed, total }: Pick<Transfer, 'processed' | 'total'>) => ({
    label: t('change.progress'),
    value: total ? processed / total : null,
    valueText: total
      ? t('change.ofTotal', { processed: number(processed), total: number(total) })
      : undefined,
  });
  const progress = watched(progressOf({ processed: 0, total: null }));
  let isDone = false;
  let close: () => void = () => undefined;
  const tell = async () => {
    close = await notifyOfWork(t('change.title'), {
      description: t('change.body'),
      progress,
      action: { label: t('change.cancel'), onClick: cancel },
    });
    if (isDone) close();
  };
  const cancel = () =>
    void call('cancelTransfer', { params: { id }, body: {} }).catch(async (error: unknown) => {
      // It was over before: what comes of it is told anyway.
      if (isApiError(error, 'transfer.wrong_state')) return;
      notify.error(await errorText(error, language));
      // The notice went with the press, and the change goes on.
      if (!isDone) await tell();
    });
  await tell();
  try {
    const ask = async () => {
      const transfer = await call('readTransfer', { params: { id } });
      progress.set(progressOf(transfer));
      return transfer;
    };
    const done = await pollUntil(await ask(), isOver, ask);
    if (done.state === 'failed') throw failureOf(done);
    if (done.state === 'done') return { changed: done.applied, undo_id: done.id };
    notify.info(t('change.canceled'), { description: t('change.canceledBody') });
    return null;
  } finally {
    isDone = true;
    close();
  }
}

function failureOf({ problem, refused }: Transfer): ApiError {
  const rows = (refused?.rows ?? []).map(({ params, code, ...row }) => ({
    ...row,
    code: code as ErrorCode,
    ...(params ? { params } : {}),
  }));
  const params = rows[0]?.params;
  return new ApiError(409, {
    code: (problem ?? 'server.failed') as ErrorCode,
    ...(params ? { params } : {}),
    ...(refused ? { refused: { total: refused.total, rows } } : {}),
  });
}
