import { DAY } from '@atalaya/contract/formats';

/** The words on an invoice, in the language of its organization: they are written once and stay. */

export type Language = 'es' | 'en';
type Period = { start: string; end: string };

const FORMATS = {
  es: new Intl.DateTimeFormat('es', { ...DAY, timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en', { ...DAY, timeZone: 'UTC' }),
};

/** '2027-01-31' as '31 ene 2027'. */
export const writeDay = (day: string, language: Language) => FORMATS[language].format(new Date(day));

/** From the first day of a period to its last, which is the one before its end. */
export function writePeriod({ start, end }: Period, language: Language): string {
  const last = new Date(Date.parse(end) - 86_400_000).toISOString();
  return `${writeDay(start, language)} – ${writeDay(last, language)}`;
}

export function periodLine(plan: string, period: Period, language: Language): string {
  return `Plan ${plan}: ${writePeriod(period, language)}`;
}

export function creditLine(plan: string, period: Period, language: Language): string {
  const unused = language === 'es' ? 'sin usar' : 'unused';
  return `Plan ${plan}, ${unused}: ${writePeriod(period, language)}`;
}

/** Why the invoices of an organization that is deleted are voided. */
export const closureReason = (language: Language) =>
  language === 'es' ? 'Baja del cliente' : 'The customer has left';
