import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../platform/messages/error-text.ts';
import { useLanguage } from '../../platform/messages/language.tsx';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { notify } from '../../platform/notify.ts';
import { useConfirm } from '../../shared/confirm.tsx';
import { BinNote } from '../bin/bin.face.ts';
import { undoAction } from '../undo/undo.face.ts';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { type TicketDetail, useChangeTicket, useDeleteTicket } from './tickets.api.ts';

/** Changes that need no words: tells how they went. */
export function useMoveOn(id: string) {
  const t = useTexts(ticketDetailTexts);
  const { language } = useLanguage();
  const change = useChangeTicket(id);
  const move = (how: Parameters<typeof change.mutateAsync>[0], done: string) =>
    change.mutateAsync(how).then(
      () => notify.success(done),
      async (error: unknown) =>
        notify.error(t('actionFailed'), { description: await errorText(error, language) }),
    );
  return { move, busy: change.isPending };
}

/** Asks, deletes, leaves the ticket, and offers the way back. */
export function useRemoveTicket(onRemoved: () => void) {
  const t = useTexts(ticketDetailTexts);
  const { language } = useLanguage();
  const confirm = useConfirm();
  const deleteTicket = useDeleteTicket();
  const client = useQueryClient();

  return async ({ id, number, title }: TicketDetail) => {
    const yes = await confirm({
      title: t('remove.confirm', { number: String(number) }),
      consequence: (leave) => (
        <>
          {t('remove.body', { title })} <BinNote to="/admin/tickets" onLeave={leave} />
        </>
      ),
      confirmLabel: t('remove.yes'),
    });
    if (!yes) return;
    // Awaited, not handed to mutate(): the dialog that started it is gone by the time the answer comes.
    await deleteTicket.mutateAsync(id).then(
      ({ undo_id }) => {
        onRemoved();
        notify.success(
          t('remove.done'),
          undoAction(undo_id, t('remove.undo'), { language, client, rows: [id] }),
        );
      },
      async (error: unknown) =>
        notify.error(t('remove.failed'), { description: await errorText(error, language) }),
    );
  };
}
