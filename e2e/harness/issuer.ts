import type { Method } from './ask.ts';

/** Of a server whose issuer of invoices is known, with where they are. */
export const KNOWN_ISSUER = {
  INVOICE_ISSUER_NAME: 'Emisora, S.L.',
  INVOICE_ISSUER_TAX_ID: 'B12345674',
  INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
  INVOICE_ISSUER_POST_CODE: '28013',
  INVOICE_ISSUER_TOWN: 'Madrid',
  INVOICE_ISSUER_PROVINCE: 'Madrid',
};

type Ask = (method: Method, path: string, data?: object) => Promise<unknown>;

/** Lets it invoice companies that pay in dollars: asked by a super_admin. */
export const giveRate = (ask: Ask) =>
  ask('PUT', '/api/exchange-rates', {
    currency: 'USD',
    // Where the books are kept it is that day already.
    day: new Date().toISOString().slice(0, 10),
    rate_micros: 1_085_000,
    source: 'BCE',
  });
