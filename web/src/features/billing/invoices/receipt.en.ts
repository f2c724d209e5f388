import { invoiceReceiptsEn } from '@atalaya/contract/invoice-words.en';
import type { Translation } from '../../../platform/messages/translation.ts';
import type { receiptEs } from './receipt.es.ts';

export const receiptEn = {
  states: invoiceReceiptsEn,
  title: 'Receipt of invoice {code}',
  state: 'What became of it',
  saidOn: 'Date',
  reason: 'Why it was rejected',
  dayInvalid: 'A date from {from} to today',
  missing: 'This field is required',
  confirm: 'Record',
  done: 'Receipt recorded',
  history: 'Receipt',
  accept: 'Accept or reject',
  record: 'Record receipt',
  sides: { issuer: 'the issuer', customer: 'the customer' },
  by: '{day}, says {side}',
  byPerson: '{day}, says {side} ({person})',
  byPayments: 'By its payments',
} satisfies Translation<typeof receiptEs>;
