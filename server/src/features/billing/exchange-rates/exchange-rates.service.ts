import { writeRateMicros } from '@atalaya/contract/exchange-limits';
import type { exchangeRateRoutes } from '@atalaya/contract/exchange-rates';
import { taxesInEuros } from '@atalaya/contract/invoice-amounts';
import type { z } from 'zod';
import type { Config } from '../../../platform/core/config.ts';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { IssuedInvoice } from '../invoices/invoice-hash.ts';
import { NO_EXCHANGE, writtenRate } from '../invoices/invoice-exchange.ts';
import type { Exchange } from '../invoices/invoice-exchange.ts';
import { readToday } from '../../../platform/database/clock.ts';
import { findRateOf, findRateOn, listLastRates, saveRates } from './exchange-rates.queries.ts';
import { RatesRefusal, readRates } from './rates-reader.ts';

type Routes = typeof exchangeRateRoutes;
type Listed = z.input<Routes['listExchangeRates']['response']>;

/** Whether an issuer of invoices is known, and is one of Spain, where taxes are told in euros. */
const isSpanish = ({ country, tax_id }: Config['invoiceIssuer']) => country === 'ES' && tax_id !== null;

/** An invoice of a day, and the one that it rectifies. */
type Drafted = {
  invoice: Pick<IssuedInvoice, 'currency' | 'lines'>;
  original?: Exchange & { issued_on: string };
};

/**
 * The tax of each invoice in euros (article 12.1 of RD 1619/2012), where its issuer owes it, by the rate in force on the
 * day of issue (article 79.Once of Ley 37/1992); what rectifies an invoice goes by that of the invoice. Without a rate,
 * one that charges no tax is issued all the same, unless it is recorded under VERI*FACTU, where all is in euros.
 * @throws invoice.exchange_rate_missing
 */
export async function exchangesOf(
  platform: Platform,
  db: SystemDb,
  drafts: Drafted[],
  { issued_on, is_recorded }: { issued_on: string; is_recorded: boolean },
): Promise<Exchange[]> {
  const known = new Map<string, Promise<Rate | null>>();
  const rateOn = (currency: string, day: string) => {
    const key = `${currency} ${day}`;
    const found = known.get(key) ?? findRateOn(db, currency, day);
    known.set(key, found);
    return found;
  };
  const isOwed = is_recorded || isSpanish(platform.config.invoiceIssuer);
  const exchanges: Exchange[] = [];
  for (const { invoice, original } of drafts) {
    const { currency, lines } = invoice;
    const said = original ? writtenRate(original) : null;
    if (currency === 'EUR' || (!said && !isOwed)) {
      exchanges.push(NO_EXCHANGE);
      continue;
    }
    const day = original?.issued_on ?? issued_on;
    const rate = said ?? (await rateOn(currency, day));
    if (!rate && (is_recorded || lines.some(({ tax_cents }) => tax_cents !== 0)))
      throw new AppError('invoice.exchange_rate_missing', { params: { currency, day } });
    exchanges.push(rate ? exchangeAt(rate, lines) : NO_EXCHANGE);
  }
  return exchanges;
}

type Rate = { rate_micros: number; day: string; source: string };

const exchangeAt = (rate: Rate, lines: IssuedInvoice['lines']): Exchange => ({
  exchange_rate_micros: rate.rate_micros,
  exchange_rated_on: rate.day,
  exchange_source: rate.source,
  exchange_tax_cents: taxesInEuros(lines, rate.rate_micros).tax_cents,
});

export const listExchangeRates = (platform: Platform): Promise<Listed> =>
  platform.database.withSystem('list the rates of exchange', listed);

async function listed(db: SystemDb): Promise<Listed> {
  return { items: (await listLastRates(db)) as Listed['items'] };
}

/** Gives the rate of a day. @throws request.invalid for a day to come */
export async function saveExchangeRate(
  platform: Platform,
  by: By,
  rate: z.output<Routes['saveExchangeRate']['body']>,
): Promise<Listed> {
  return platform.database.withSystem('give a rate of exchange', async (db) => {
    const { currency, day, rate_micros, source } = rate;
    if (day > (await readToday(db)))
      throw new AppError('request.invalid', { fields: [{ field: 'body.day', code: 'too_big' }] });
    const before = await findRateOf(db, currency, day);
    if ((await saveRates(db, [rate])) > 0)
      await recordChange(db, by, {
        action: 'exchange_rate.saved',
        object_type: 'exchange_rate',
        object_id: null,
        organization_id: null,
        before: before ? { rate: writeRateMicros(before.rate_micros), source: before.source } : {},
        after: { currency, day, rate: writeRateMicros(rate_micros), source },
      });
    return listed(db);
  });
}

/** Takes a file of the European Central Bank. @throws exchange_rate.unreadable */
export async function takeExchangeRates(
  platform: Platform,
  by: By,
  bytes: Buffer,
): Promise<z.input<Routes['uploadExchangeRates']['response']>> {
  return platform.database.withSystem('take rates of exchange', async (db) => {
    const rates = readFile(bytes, await readToday(db));
    const days = rates.map(({ day }) => day).toSorted();
    const changed = await saveRates(db, rates);
    if (changed > 0)
      await recordChange(db, by, {
        action: 'exchange_rate.uploaded',
        object_type: 'exchange_rate',
        object_id: null,
        organization_id: null,
        after: { rates: changed, from: days[0], to: days.at(-1) },
      });
    return { ...(await listed(db)), changed };
  });
}

function readFile(bytes: Buffer, today: string) {
  try {
    return readRates(bytes, today);
  } catch (error) {
    if (error instanceof RatesRefusal)
      throw new AppError('exchange_rate.unreadable', { params: { detail: error.message.slice(0, 200) } });
    throw error;
  }
}
