import { Button } from '@atalaya/ui/button';
import { EmptyState } from '@atalaya/ui/empty-state';
import { Modal } from '@atalaya/ui/modal';
import { Skeleton } from '@atalaya/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { isApiError } from '../../platform/api/api-error.ts';
import { useTexts } from '../../platform/messages/use-texts.ts';
import { detailTexts } from './detail-texts.ts';
import { TicketDetailDialog } from './ticket-detail.tsx';
import { ticketQuery } from './tickets.api.ts';

const TicketForm = lazy(async () => ({ default: (await import('./ticket-form.tsx')).TicketForm }));

type TicketDialogProps = { id: string; onOpen: (id: string) => void; onClose: () => void };

/** 'Crear Ticket', or the ticket whose id stands in the address. */
export function TicketDialog({ id, onOpen, onClose }: TicketDialogProps) {
  if (id === 'new')
    return (
      <Suspense>
        <TicketForm ticket={null} onOpen={onOpen} onClose={onClose} />
      </Suspense>
    );
  return <OpenTicket key={id} id={id} onClose={onClose} />;
}

function OpenTicket({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts(detailTexts);
  const ticket = useQuery(ticketQuery(id));
  if (ticket.data) return <TicketDetailDialog ticket={ticket.data} onClose={onClose} />;
  const isGone = isApiError(ticket.error, 'object.not_found') || isApiError(ticket.error, 'request.invalid');
  return (
    <Modal
      open
      onClose={onClose}
      title={ticket.isError ? t('leave') : t('loading')}
      closeLabel={t('leave')}
      size="xl"
      className="h-full"
    >
      {ticket.isError ? (
        <EmptyState
          title={isGone ? t('notFound') : t('loadFailed')}
          action={isGone ? null : <Button onClick={() => void ticket.refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-4 py-2">
          <Skeleton className="h-16" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
    </Modal>
  );
}
