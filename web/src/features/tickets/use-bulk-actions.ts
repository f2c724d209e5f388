import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { undoAction } from '../../shared/undo-action.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { DeclinedError, useWithoutRefused } from '../../shared/use-without-refused.tsx';
import { ticketsTexts } from './tickets-texts.ts';
import { type BulkAction, type Chosen, changeTickets, useTicketChanged } from './tickets.api.ts';

/** `skip_refused`: without those that the action is not for. */
type Bulk = { action: BulkAction; chosen: Chosen; skip_refused: boolean };

/** Asks before closing, acts, tells how many. All or nothing, unless the person goes on without what is refused. */
export function useBulkActions(onDone: () => void) {
  const t = useTexts(ticketsTexts);
  const { language } = useLanguage();
  const confirm = useConfirm();
  const changed = useTicketChanged();
  const client = useQueryClient();
  const withoutRefused = useWithoutRefused();
  const change = useMutation({
    mutationFn: ({ action, chosen, skip_refused }: Bulk) => changeTickets(action, chosen, skip_refused),
    onSettled: () => changed(),
  });

  /** Throws what the server refused, for a form to show. */
  async function send(action: BulkAction, chosen: Chosen, count: number): Promise<void> {
    const answer = await withoutRefused(count, (skip_refused) =>
      change.mutateAsync({ action, chosen, skip_refused }),
    );
    notify.success(
      t('bulk.changed', { count: answer.changed }),
      undoAction(answer.undo_id, t('bulk.undo'), { language, client }),
    );
  }

  async function run(action: BulkAction, chosen: Chosen, count: number): Promise<void> {
    const question = {
      title: t('bulk.confirmClose', { count }),
      consequence: t('bulk.confirmCloseBody', { count }),
      confirmLabel: t('bulk.close'),
    };
    if (action.type === 'close' && !(await confirm(question))) return;
    await send(action, chosen, count).then(onDone, async (error: unknown) => {
      if (!(error instanceof DeclinedError))
        notify.error(t('bulk.failed'), { description: await errorText(error, language) });
    });
  }
  return { run, send, busy: change.isPending };
}
