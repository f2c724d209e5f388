import type { INVOICE_KINDS, INVOICE_STATUSES } from './choices.ts';

/** What can be done with an invoice in its state. Without zod, for the screens too. */

type Invoice = {
  kind: (typeof INVOICE_KINDS)[number];
  status: (typeof INVOICE_STATUSES)[number];
};

/** Whether an invoice can be rectified by another, or annulled where nothing was done with it yet. */
export const isRectifiable = ({ kind, status }: Invoice): boolean =>
  kind !== 'rectifying' && status !== 'void' && status !== 'annulled';
