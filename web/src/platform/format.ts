import { useMemo } from 'react';
import type { Language } from './messages/chosen-language.ts';
import { useLanguage } from './messages/language.tsx';

const DAY = 86_400_000;
const DATE: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const MONEY = { style: 'currency', currencyDisplay: 'narrowSymbol', useGrouping: 'always' } as const;
const DATE_TIME: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' };

type Instant = string | Date;
const dateOf = (value: Instant) => (typeof value === 'string' ? new Date(value) : value);

/** Midnight of a local day, as a number of days: differences are whole days, daylight saving or not. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

export type Format = ReturnType<typeof formatFor>;

/** Dates, numbers and money as one language writes them. Instants are ISO 8601 or Date, shown in local time. */
export function formatFor(language: Language) {
  const date = new Intl.DateTimeFormat(language, DATE);
  const time = new Intl.DateTimeFormat(language, TIME);
  const dateTime = new Intl.DateTimeFormat(language, DATE_TIME);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const number = new Intl.NumberFormat(language, { useGrouping: 'always' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const unit = { style: 'unit', unitDisplay: 'short' } as const;
  // Its short form is 'B' in Spanish and an uncounted 'byte' in English.
  const bytes = new Intl.NumberFormat(language, { ...unit, unit: 'byte', unitDisplay: 'long' });
  const kilobytes = new Intl.NumberFormat(language, { ...unit, unit: 'kilobyte', maximumFractionDigits: 0 });
  const megabytes = new Intl.NumberFormat(language, { ...unit, unit: 'megabyte', maximumFractionDigits: 1 });
  const gigabytes = new Intl.NumberFormat(language, { ...unit, unit: 'gigabyte', maximumFractionDigits: 1 });
  const shortDate = (value: Instant) => {
    const part = Object.fromEntries(
      date.formatToParts(dateOf(value)).map(({ type, value: text }) => [type, text]),
    );
    return `${part.day} ${part.month?.slice(0, 3)} ${part.year}`;
  };
  return {
    /** dd MMM yyyy: '05 mar 2026'. */
    date: shortDate,
    /** '05 mar 2026, 14:07': for the columns of a table. */
    dateAndTime: (value: Instant) => `${shortDate(value)}, ${time.format(dateOf(value))}`,
    /** '5 de marzo de 2026, 14:07' */
    dateTime: (value: Instant) => dateTime.format(dateOf(value)),
    /** Whole days: 'hoy', 'ayer', 'hace 12 días'. */
    days(value: Instant, now: Date = new Date()): string {
      return relative.format(dayNumber(dateOf(value)) - dayNumber(now), 'day');
    },
    number: (value: number) => number.format(value),
    /** The size of a file: '20 bytes', '340 kB', '1,2 MB', '5 GB'. Each is left before it would be rounded to a thousand. */
    bytes: (value: number) =>
      value < 1_000
        ? bytes.format(value)
        : value < 999_500
          ? kilobytes.format(value / 1_000)
          : value < 999_950_000
            ? megabytes.format(value / 1_000_000)
            : gigabytes.format(value / 1_000_000_000),
    /** 0.125 → '12,5 %' */
    percent: (value: number) => percent.format(value),
    /** Integer cents: '1.234,50 $', '99,00 $'. */
    money(cents: number, currency = 'USD'): string {
      return new Intl.NumberFormat(language, { ...MONEY, currency }).format(cents / 100);
    },
    /** What a plan costs, cents only where there are any: '$29', '$1.234,50'. */
    price(cents: number, currency = 'USD'): string {
      const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
      const parts = new Intl.NumberFormat(language, { ...MONEY, currency, minimumFractionDigits })
        .formatToParts(cents / 100)
        .filter(({ type }) => type !== 'literal');
      const symbol = parts.find(({ type }) => type === 'currency')?.value ?? '';
      const amount = parts.filter(({ type }) => type !== 'currency').map(({ value }) => value);
      return `${symbol}${amount.join('')}`;
    },
  };
}

export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => formatFor(language), [language]);
}
