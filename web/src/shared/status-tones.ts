import type { SubscriptionStatus } from '@atalaya/contract/subscription-states';
import type { TicketStatus } from '@atalaya/contract/ticket-states';
import type { BadgeTone } from '@atalaya/ui/badge';

/** The colours of the states of a ticket: the home at /app shows them without what a list of tickets takes. */
export const TICKET_TONES: Record<TicketStatus, BadgeTone> = {
  open: 'warning',
  in_progress: 'info',
  resolved: 'success',
  closed: 'neutral',
};

/** The colours of the states of a subscription. */
export const SUBSCRIPTION_TONES: Record<SubscriptionStatus, BadgeTone> = {
  trial: 'info',
  active: 'success',
  past_due: 'warning',
  canceled: 'danger',
  inactive: 'neutral',
};
