import type { TicketStatus } from '@atalaya/contract/ticket-states';
import type { BadgeTone } from '@atalaya/ui/badge';

/** The colours of the states of a ticket. Here, since the home at /app shows them without what a list of tickets takes. */
export const TICKET_TONES: Record<TicketStatus, BadgeTone> = {
  open: 'warning',
  in_progress: 'info',
  resolved: 'success',
  closed: 'neutral',
};
