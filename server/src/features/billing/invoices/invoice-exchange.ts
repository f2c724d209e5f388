import type { InvoiceDetail } from '@atalaya/contract/billing';
import { writeExchangeRate } from '@atalaya/contract/formats';
import { invoiceWordsEs as WORDS } from '@atalaya/contract/invoice-words.es';
import { filled } from '../../../platform/pdf/pdf-text.ts';
import { writeDay } from '../billing-texts.ts';
import type { IssuedInvoice } from './invoice-hash.ts';

/** What an invoice says of the rate that its tax is in euros by. */
export type Exchange = Pick<
  IssuedInvoice,
  'exchange_rate_micros' | 'exchange_rated_on' | 'exchange_source' | 'exchange_tax_cents'
>;
export const NO_EXCHANGE: Exchange = {
  exchange_rate_micros: null,
  exchange_rated_on: null,
  exchange_source: null,
  exchange_tax_cents: null,
};

/** The rate that an invoice was issued by, or null. */
export function writtenRate({ exchange_rate_micros, exchange_rated_on, exchange_source }: Exchange) {
  return exchange_rate_micros === null || exchange_rated_on === null || exchange_source === null
    ? null
    : { rate_micros: exchange_rate_micros, day: exchange_rated_on, source: exchange_source };
}

/** What a screen and a document tell of it; null: it says nothing. */
export function toldExchange(invoice: Exchange): InvoiceDetail['exchange'] {
  const rate = writtenRate(invoice);
  if (rate === null || invoice.exchange_tax_cents === null) return null;
  const { day: rated_on, rate_micros, source } = rate;
  return { rate_micros, rated_on, source, tax_cents: invoice.exchange_tax_cents };
}

/** The rate on a Spanish document: '1 EUR = 1,085 USD (BCE, 27 nov 2026)'; null: it has none. */
export function exchangeText({ exchange, currency }: InvoiceDetail): string | null {
  if (exchange === null) return null;
  const { rate_micros, rated_on, source } = exchange;
  const rate = writeExchangeRate(rate_micros, 'es');
  return filled(WORDS.exchangeRate, { rate, currency, source, day: writeDay(rated_on, 'es') });
}
