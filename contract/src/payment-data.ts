import type { PAYMENT_METHODS } from './choices.ts';

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** The bank of a transfer or the brand of a card; the last four of its account or of the card. */
export type PaymentData = {
  reference?: string | null | undefined;
  institution?: string | null | undefined;
  last_four?: string | null | undefined;
};
export type PaymentField = keyof PaymentData;

const ACCOUNT = ['institution', 'last_four', 'reference'] as const satisfies PaymentField[];
/** What a payment of each method may say; the reference of a direct debit is of its mandate, of the last two a note. */
export const PAYMENT_FIELDS = {
  transfer: ACCOUNT,
  card: ACCOUNT,
  direct_debit: ['reference'],
  cash: ['reference'],
  other: ['reference'],
} as const satisfies Record<PaymentMethod, readonly PaymentField[]>;

/** As SEPA has the references of mandates. */
export const MANDATE_REFERENCE = /^[A-Za-z0-9+?/:().,' -]{1,35}$/;
const LAST_FOUR = { transfer: /^[0-9A-Z]{4}$/, card: /^\d{4}$/ };

/** The fields that hold what the method does not have, or in another form than it has. */
export function wrongPaymentFields(method: PaymentMethod, data: PaymentData): PaymentField[] {
  const allowed: readonly PaymentField[] = PAYMENT_FIELDS[method];
  return (['reference', 'institution', 'last_four'] as const).filter((field) => {
    const value = data[field] ?? '';
    if (value === '') return false;
    if (!allowed.includes(field)) return true;
    if (field === 'last_four') return !LAST_FOUR[method === 'card' ? 'card' : 'transfer'].test(value);
    return field === 'reference' && method === 'direct_debit' && !MANDATE_REFERENCE.test(value);
  });
}

/** 'Banco Norte · •••• 1332 · TR-1 · Duplicado': all that a payment says of itself, and why it was paid back. */
export const paymentDataText = ({
  institution,
  last_four,
  reference,
  reason,
}: PaymentData & { reason: string | null }): string =>
  [institution, last_four && `•••• ${last_four}`, reference, reason].filter(Boolean).join(' · ');
