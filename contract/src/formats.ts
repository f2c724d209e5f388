/** How each language writes money and days: alike on screens, in mails and in documents. Without zod, for the screens too. */

type Language = 'es' | 'en';

/** A day: '7 nov 2026', 'Nov 7, 2026'. */
export const DAY = { dateStyle: 'medium' } as const;
/** A day and a time: '7 nov 2026, 9:05', 'Nov 7, 2026, 9:05 AM'. */
export const DAY_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const;
/** A day where the year is plain: '7 nov', 'Nov 7'. */
export const SHORT_DAY = { day: 'numeric', month: 'short' } as const;

const numberFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** A formatter of numbers, made once for each style: making it takes far longer than writing a number with it. */
export function numberFormat(language: string, style: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(style)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(language, style);
  numberFormats.set(key, format);
  return format;
}

/** A formatter of instants in local time, made once for each style. */
export function dayFormat(language: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(style)}`;
  const format = dayFormats.get(key) ?? new Intl.DateTimeFormat(language, style);
  dayFormats.set(key, format);
  return format;
}

/** Integer cents: '1.234,50 $', '$1,234.50'. The dollar is that of the United States; others have their code. */
export function writeMoney(cents: number, currency: string, language: Language): string {
  const currencyDisplay = currency === 'USD' ? 'narrowSymbol' : 'symbol';
  const style = { style: 'currency', currency, currencyDisplay, useGrouping: 'always' } as const;
  return numberFormat(language, style).format(cents / 100);
}

/** What a euro costs, in millionths: '1,085', '1.085'. */
export const writeExchangeRate = (micros: number, language: Language): string =>
  numberFormat(language, { maximumFractionDigits: 6 }).format(micros / 1_000_000);

/** 2100, in hundredths of a per cent: '21 %', '21%'. */
export function writeRate(hundredths: number, language: Language): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const;
  return numberFormat(language, style).format(hundredths / 10_000);
}
