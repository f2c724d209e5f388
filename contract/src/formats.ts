/** How each language writes money and days: alike on screens, in mails and in documents. Without zod, for the screens too. */

type Language = 'es' | 'en';

/** A day: '7 nov 2026', 'Nov 7, 2026'. */
export const DAY = { dateStyle: 'medium' } as const;
/** A day and a time: '7 nov 2026, 9:05', 'Nov 7, 2026, 9:05 AM'. */
export const DAY_AND_TIME = { dateStyle: 'medium', timeStyle: 'short' } as const;
/** A day where the year is plain: '7 nov', 'Nov 7'. */
export const SHORT_DAY = { day: 'numeric', month: 'short' } as const;

/** Integer cents: '1.234,50 $', '$1,234.50'. The dollar is that of the United States; others have their code. */
export function writeMoney(cents: number, currency: string, language: Language): string {
  const currencyDisplay = currency === 'USD' ? 'narrowSymbol' : 'symbol';
  const style = { style: 'currency', currency, currencyDisplay, useGrouping: 'always' } as const;
  return new Intl.NumberFormat(language, style).format(cents / 100);
}

/** 2100, in hundredths of a per cent: '21 %', '21%'. */
export function writeRate(hundredths: number, language: Language): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(language, style).format(hundredths / 10_000);
}
