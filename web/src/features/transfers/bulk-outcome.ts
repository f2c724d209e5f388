import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '../../platform/messages/chosen-language.ts';
import type { NoticeOptions } from '../../platform/notify.ts';
import { waitForChange } from './run-change.ts';

type Answered = { changed: number; undo_id: string | null; transfer_id: string | null };
/** `stays`: of the notice that tells of it. */
export type BulkOutcome = {
  changed: number;
  undo_id: string | null;
  stays: Pick<NoticeOptions, 'duration' | 'alone'>;
};

/**
 * What came of a bulk action, once it is over: at once or, of more than a few hundred rows, by a job.
 * @param onQueued is called where a job has it
 * @returns null where that was canceled
 * @throws ApiError with what kept it from changing anything
 */
export async function outcomeOf(
  { changed, undo_id, transfer_id }: Answered,
  { language, client, onQueued }: { language: Language; client: QueryClient; onQueued: () => void },
): Promise<BulkOutcome | null> {
  if (transfer_id === null) return { changed, undo_id, stays: {} };
  // The badge of the menu.
  void client.invalidateQueries({ queryKey: ['transfers'] });
  onQueued();
  const done = await waitForChange(transfer_id, language).finally(
    () => void client.invalidateQueries({ queryKey: ['transfers'] }),
  );
  // It comes by itself: what is just being read, or pressed, stays.
  return done && { ...done, stays: { duration: 0, alone: false } };
}

/**
 * Waits for a bulk action until it is over or a job has it: from then on one goes on, and what becomes of it is told by
 * `whenLate`.
 * @param begin is given what to call once a job has it
 * @throws what `begin` does before that
 */
export async function untilTaken(
  begin: (onQueued: () => void) => Promise<void>,
  whenLate: (error: unknown) => void,
): Promise<void> {
  const queued = Promise.withResolvers<true>();
  const work = begin(() => queued.resolve(true));
  const isQueued = await Promise.race([work.then(() => false), queued.promise]);
  if (isQueued) work.catch(whenLate);
}
