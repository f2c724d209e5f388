import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { AwaitsNetwork } from '../../shared/awaits-network.tsx';
import { GoneDialog } from '../../shared/gone-dialog.tsx';
import { LoadFailed } from '../../shared/load-failed.tsx';
import { isGone } from '../../shared/not-shown.tsx';
import { ticketDetailTexts } from './ticket-detail.es.ts';
import { TicketDetailDialog } from './ticket-detail.tsx';
import { ticketQuery } from './tickets.api.ts';
import { TicketForm } from './ticket-form.tsx';

type TicketDialogProps = { id: string; onOpen: (id: string) => void; onClose: () => void };

/** 'Crear Ticket', or the ticket whose id is in the address. */
export function TicketDialog({ id, onOpen, onClose }: TicketDialogProps) {
  if (id === 'new') return <TicketForm ticket={null} onOpen={onOpen} onClose={onClose} />;
  return <OpenTicket key={id} id={id} onClose={onClose} />;
}

function OpenTicket({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(ticketDetailTexts);
  const ticket = useQuery(ticketQuery(id));
  if (ticket.data) return <TicketDetailDialog ticket={ticket.data} onClose={onClose} />;
  if (isGone(ticket.error))
    return <GoneDialog title={t('gone.title')} text={t('gone.text')} all={t('gone.all')} onClose={onClose} />;
  return (
    <Modal
      open
      onClose={onClose}
      title={t(ticket.isError ? 'ticket' : 'loading')}
      closeLabel={t('leave')}
      size="xl"
      className="h-full"
    >
      {ticket.isError ? (
        <LoadFailed title={t('loadFailed')} error={ticket.error} onRetry={() => ticket.refetch()} />
      ) : (
        <>
          <AwaitsNetwork className="mb-4" />
          <div role="status" aria-label={t('loading')} className="grid gap-4 py-2">
            <Skeleton className="h-16" />
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </div>
        </>
      )}
    </Modal>
  );
}
