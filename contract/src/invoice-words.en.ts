import type {
  invoiceReceiptsEs,
  invoiceStatusEs,
  invoiceWordsEs,
  paymentMethodsEs,
} from './invoice-words.es.ts';

export const invoiceStatusEn: Record<keyof typeof invoiceStatusEs, string> = {
  open: 'Open',
  partial: 'Partially paid',
  overdue: 'Overdue',
  paid: 'Paid',
  void: 'Corrected',
  annulled: 'Void',
  credit: 'Corrective',
};

export const invoiceReceiptsEn: Record<keyof typeof invoiceReceiptsEs, string> = {
  received: 'Received',
  accepted: 'Accepted',
  rejected: 'Rejected',
  paid: 'Paid',
};

export const paymentMethodsEn: Record<keyof typeof paymentMethodsEs, string> = {
  transfer: 'Bank transfer',
  card: 'Card',
  direct_debit: 'Direct debit',
  cash: 'Cash',
  other: 'Other',
};

export const invoiceWordsEn = {
  standard: 'Invoice {code}',
  simplified: 'Simplified invoice {code}',
  rectifying: 'Corrective invoice {code}',
  issuer: 'Issuer',
  customer: 'Customer',
  taxId: 'Tax ID: {id}',
  status: 'Status',
  paidOf: '{paid} of {total} paid',
  issued: 'Issue date',
  due: 'Due',
  period: 'Period',
  rectifies: 'Corrects',
  rectifiedBy: 'Corrected by',
  reason: 'Reason',
  rectification: 'Type of correction',
  difference: '{code}, by difference: {why}',
  substitution: '{code}, by substitution: {why}',
  standing: 'Total after correction',
  annulled: 'Void',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Price',
  rate: 'VAT',
  amount: 'Amount',
  subtotal: 'Subtotal',
  tax: 'VAT {rate}',
  taxOf: 'VAT {rate} of {base}',
  total: 'Total',
  exchange: 'Exchange rate',
  exchangeRate: '1 EUR = {rate} {currency} ({source}, {day})',
  taxInEuros: 'VAT in euros',
  paid: 'Paid',
  outstanding: 'Outstanding',
  reverseCharge: 'Reverse charge: the customer accounts for the tax.',
  exempt: 'Exempt from tax.',
  payments: 'Payments',
  hash: 'Fingerprint',
} as const satisfies Record<keyof typeof invoiceWordsEs, string>;
