import { AssignDialog } from './assign-dialog.tsx';
import { CannedRepliesDialog } from './canned-replies/canned-replies-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { TicketDialogName } from './ticket-actions.tsx';
import { TicketForm } from './ticket-form.tsx';
import type { TicketDetail } from './tickets.api.ts';

type TicketSubdialogProps = { name: TicketDialogName; ticket: TicketDetail; onClose: () => void };

/** The dialogs over an open ticket. */
export function TicketSubdialog({ name, ticket, onClose }: TicketSubdialogProps) {
  switch (name) {
    case 'assign':
      return <AssignDialog ticket={ticket} onClose={onClose} />;
    case 'edit':
      return <TicketForm ticket={ticket} onClose={onClose} />;
    case 'canned':
      return <CannedRepliesDialog onClose={onClose} />;
    case 'resolve':
    case 'close':
    case 'reopen':
      return <MoveDialog move={name} ticket={ticket} onClose={onClose} />;
  }
}
