import type { Invoice } from '@atalaya/contract/billing';

/** The titles of the table of payments, which the screen has as a list. */
export const PAYMENT_WORDS = { date: 'Fecha', method: 'Forma de pago', reference: 'Referencia' } as const;

const NUMBER = new Intl.NumberFormat('es', { useGrouping: 'always' });
const COUNTRIES = new Intl.DisplayNames('es', { type: 'region' });

export const pdfNumber = (value: number) => NUMBER.format(value);
export const pdfCountry = (code: string) => COUNTRIES.of(code) ?? code;

/** As on the screen, but not overdue: that depends on the day on which it is read, and when it is due is on it. */
export function statusOnPaper({ status, paid_cents }: Pick<Invoice, 'status' | 'paid_cents'>) {
  if (status !== 'overdue') return status;
  return paid_cents > 0 ? 'partial' : 'open';
}
