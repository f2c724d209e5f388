import { CURRENCIES } from '@atalaya/contract/choices';
import { isDay, isInReach } from '@atalaya/contract/days';
import { RATE_FILE_MAX_BYTES, parseRateMicros } from '@atalaya/contract/exchange-limits';
import { XmlRefusal, childrenOf, decodeUtf8, readXml } from '../../../platform/core/xml-reader.ts';
import type { RateRow } from './exchange-rates.queries.ts';

/**
 * The reference rates of the European Central Bank, as it gives them out (eurofxref): of a day, of 90 days or of all, as
 * CSV or XML. What is not exactly so is refused: a rate that is read wrongly is on invoices for good.
 */

/** Why a file is none of those. */
export class RatesRefusal extends Error {}

const SOURCE = 'BCE';
const BOUNDS = { bytes: RATE_FILE_MAX_BYTES, tags: 20_000, namespaces: 10 };
const NAMESPACE = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The rates of the currencies that invoices can be in. @throws RatesRefusal */
export function readRates(bytes: Uint8Array, today: string): RateRow[] {
  try {
    const text = decodeUtf8(bytes);
    const rates = text.trimStart().startsWith('<') ? readDocument(text) : readTable(text);
    if (rates.length === 0) throw new RatesRefusal('no rate of a currency that invoices are in');
    const late = rates.find(({ day }) => day > today);
    if (late) throw new RatesRefusal(`${late.day} is to come`);
    if (new Set(rates.map(({ currency, day }) => `${currency} ${day}`)).size !== rates.length)
      throw new RatesRefusal('a rate is there twice');
    return rates;
  } catch (error) {
    if (error instanceof XmlRefusal) throw new RatesRefusal(error.message || error.problem);
    throw error;
  }
}

function readTable(text: string): RateRow[] {
  const [head = [], ...rows] = text
    .trimEnd()
    .split(/\r?\n/)
    // Each line of the bank's ends in a comma.
    .map((line) =>
      line
        .replace(/,\s*$/, '')
        .split(',')
        .map((cell) => cell.trim()),
    );
  const [first, ...currencies] = head;
  if (first !== 'Date' || currencies.length === 0 || !currencies.every(isCode))
    throw new RatesRefusal('the first line does not name Date and currencies');
  if (new Set(currencies).size !== currencies.length) throw new RatesRefusal('a currency is there twice');
  return rows.flatMap(([date = '', ...cells]) => {
    if (cells.length !== currencies.length) throw new RatesRefusal(`a line is not whole: ${date}`);
    const day = dayOf(date);
    return cells.flatMap((cell, at) => (cell === 'N/A' ? [] : rateOf(currencies[at] ?? '', day, cell)));
  });
}

function readDocument(text: string): RateRow[] {
  const root = readXml(text, BOUNDS);
  const [outer, ...others] = childrenOf(root).filter(isCube);
  if (root.localName !== 'Envelope' || !outer || others.length > 0)
    throw new RatesRefusal('not the envelope of the European Central Bank');
  return childrenOf(outer).flatMap((of) => {
    const day = dayOf(of.getAttribute('time') ?? '');
    return childrenOf(of).flatMap((one) => {
      const [currency, rate] = [one.getAttribute('currency') ?? '', one.getAttribute('rate') ?? ''];
      if (!isCube(one) || !isCode(currency)) throw new RatesRefusal('a rate is of no currency');
      return rateOf(currency, day, rate);
    });
  });
}

const isCube = ({ localName, namespaceURI }: Element) => localName === 'Cube' && namespaceURI === NAMESPACE;
const isCode = (text: string) => /^[A-Z]{3}$/.test(text);

/** '2026-11-27' or '27 November 2026'. */
function dayOf(text: string): string {
  const [, date = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(text) ?? [];
  const day = year
    ? `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
    : text;
  if (!isDay(day)) throw new RatesRefusal(`${text.slice(0, 30)} is no day`);
  return day;
}

function rateOf(currency: string, day: string, text: string): RateRow[] {
  const rate_micros = text.includes(',') ? null : parseRateMicros(text);
  if (rate_micros === null) throw new RatesRefusal(`${text.slice(0, 30)} is no rate`);
  // Days of the last century are of no invoice, and no screen can mean them.
  const isOffered = currency !== 'EUR' && CURRENCIES.some((each) => each === currency);
  return isOffered && isInReach(day) ? [{ currency, day, rate_micros, source: SOURCE }] : [];
}
