import { z } from 'zod';
import { CURRENCIES } from './choices.ts';
import { RATE_MAX_MICROS, RATE_SOURCE_MAX } from './exchange-limits.ts';
import { defineRoutes } from './route.ts';
import { day, name } from './shapes.ts';

const currency = z.enum(CURRENCIES).exclude(['EUR']);
/** Millionths of a unit of the currency that a euro costs. */
export const rateMicros = z.int().min(1).max(RATE_MAX_MICROS);

export const exchangeRateSchema = z.object({
  currency,
  day: z.iso.date(),
  rate_micros: z.int(),
  /** Who published it, such as the European Central Bank. */
  source: z.string(),
  /** Invoices of today take it: it is of one of the last days. */
  is_in_force: z.boolean(),
});
export type ExchangeRate = z.infer<typeof exchangeRateSchema>;

/** What an invoice in another currency says of it, and its tax in euros. */
export const invoiceExchangeSchema = z.object({
  rate_micros: z.int(),
  rated_on: z.iso.date(),
  source: z.string(),
  tax_cents: z.int(),
});

/** The last one of each currency. */
const rates = z.object({ items: z.array(exchangeRateSchema) });

export const exchangeRateRoutes = defineRoutes({
  listExchangeRates: {
    method: 'GET',
    path: '/api/exchange-rates',
    summary: 'The last rate of exchange of each currency to euros',
    access: 'verifactu.read',
    response: rates,
  },
  saveExchangeRate: {
    method: 'PUT',
    path: '/api/exchange-rates',
    summary: 'Give the rate of exchange of a day, in the place of the one that it had; invoices keep theirs',
    access: 'verifactu.update',
    body: z.strictObject({ currency, day, rate_micros: rateMicros, source: name(RATE_SOURCE_MAX) }),
    response: rates,
  },
  uploadExchangeRates: {
    method: 'POST',
    path: '/api/exchange-rates/files',
    summary:
      'Upload the reference rates of the European Central Bank (eurofxref), CSV or XML of at most 4 MiB: multipart/form-data',
    access: 'verifactu.update',
    file: 'file',
    response: rates.extend({
      /** How many were not there, or were others. */
      changed: z.int(),
    }),
    status: 201,
    errors: ['exchange_rate.unreadable', 'request.too_large', 'request.unsupported_media'],
  },
});
