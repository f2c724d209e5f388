import type { ticketPrioritiesEs, ticketStatusEs } from './ticket-words.es.ts';

export const ticketStatusEn: Record<keyof typeof ticketStatusEs, string> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  closed: 'Closed',
};

export const ticketPrioritiesEn: Record<keyof typeof ticketPrioritiesEs, string> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};
