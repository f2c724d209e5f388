import type { Translation } from '../platform/messages/translation.ts';
import type { ticketStatusEs } from './ticket-status.es.ts';

export const ticketStatusEn = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
} as const satisfies Translation<typeof ticketStatusEs>;
