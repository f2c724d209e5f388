import type { Translation } from '../platform/messages/translation.ts';
import type { invoiceStatusEs } from './invoice-status.es.ts';

export const invoiceStatusEn = {
  open: 'Open',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Void',
  credit: 'Corrective',
} as const satisfies Translation<typeof invoiceStatusEs>;
