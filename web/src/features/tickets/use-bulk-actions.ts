import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { outcomeOf, untilTaken } from '../transfers/transfers.face.ts';
import { undoAction } from '../undo/undo.face.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { DeclinedError, useWithoutRefused } from '../../shared/use-without-refused.tsx';
import { ticketsTexts } from './tickets.es.ts';
import { type BulkAction, type Chosen, changeTickets, useTicketChanged } from './tickets.api.ts';

/** `skip_refused`: without those that the action is not for. `onQueued`: called where a job carries it out. */
type Bulk = { action: BulkAction; chosen: Chosen; skip_refused: boolean; onQueued: () => void };

/** Asks before closing, acts, tells how many. All or nothing, unless the person goes on without what is refused. */
export function useBulkActions(onDone: () => void) {
  const t = useTexts(ticketsTexts);
  const { language } = useLanguage();
  const confirm = useConfirm();
  const changed = useTicketChanged();
  const client = useQueryClient();
  const withoutRefused = useWithoutRefused();
  const change = useMutation({
    mutationFn: async ({ action, chosen, skip_refused, onQueued }: Bulk) =>
      outcomeOf(await changeTickets(action, chosen, skip_refused), { language, client, onQueued }),
    onSettled: () => changed(),
  });

  async function carryOut({ onQueued, ...bulk }: Omit<Bulk, 'skip_refused'>, count: number): Promise<void> {
    const done = await withoutRefused(count, (skip_refused) =>
      change.mutateAsync({ ...bulk, skip_refused, onQueued }),
    );
    if (!done) return;
    const undo = undoAction(done.undo_id, t('bulk.undo'), {
      language,
      client,
      rows: 'ids' in bulk.chosen ? bulk.chosen.ids : [],
    });
    notify.success(t('bulk.changed', { count: done.changed }), { ...undo, ...done.stays });
  }

  async function fail(error: unknown): Promise<void> {
    if (error instanceof DeclinedError) return;
    notify.error(t('bulk.failed'), { description: await errorText(error, language) });
  }

  /** Throws what the server refused at once, for a form to show. */
  const send = (action: BulkAction, chosen: Chosen, count: number): Promise<void> =>
    untilTaken(
      (onQueued) => carryOut({ action, chosen, onQueued }, count),
      (error) => void fail(error),
    );

  async function run(action: BulkAction, chosen: Chosen, count: number): Promise<void> {
    const question = {
      title: t('bulk.confirmClose', { count }),
      consequence: t('bulk.confirmCloseBody', { count }),
      confirmLabel: t('bulk.close'),
    };
    if (action.type === 'close' && !(await confirm(question))) return;
    await send(action, chosen, count).then(onDone, fail);
  }
  return { run, send, busy: change.isPending };
}
