import { DAY } from '@atalaya/contract/formats';
import { addDays } from './billing-days.ts';

/** The words on an invoice, in the language of its organization: they are written once and stay. */

export type Language = 'es' | 'en';
type Period = { start: string; end: string };

const FORMATS = {
  es: new Intl.DateTimeFormat('es', { ...DAY, timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en', { ...DAY, timeZone: 'UTC' }),
};

/** '2027-01-31' as '31 ene 2027'. */
export const writeDay = (day: string, language: Language) => FORMATS[language].format(new Date(day));

/** The last day of a period, which is the one before its end. */
export const lastDay = (end: string) => addDays(end, -1);

export const writePeriod = ({ start, end }: Period, language: Language) =>
  `${writeDay(start, language)} – ${writeDay(lastDay(end), language)}`;

export function periodLine(plan: string, period: Period, language: Language): string {
  return `Plan ${plan}: ${writePeriod(period, language)}`;
}

export function creditLine(plan: string, period: Period, language: Language): string {
  const unused = language === 'es' ? 'sin usar' : 'unused';
  return `Plan ${plan}, ${unused}: ${writePeriod(period, language)}`;
}

/** The number of an invoice in full: A-2027-00001. The database writes the same into its column. */
export const invoiceCode = ({ series, year, number }: { series: string; year: number; number: number }) =>
  `${series}-${String(year)}-${String(number).padStart(5, '0')}`;

/** Why the invoices of an organization that is deleted are voided. */
export const closureReason = (language: Language) =>
  language === 'es' ? 'Baja del cliente' : 'The customer has left';
