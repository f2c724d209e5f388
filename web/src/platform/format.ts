import { DAY, DAY_AND_TIME, SHORT_DAY, writeMoney } from '@atalaya/contract/formats';
import { useMemo } from 'react';
import type { Language } from './messages/chosen-language.ts';
import { useLanguage } from './messages/language.tsx';

const DAY_MS = 86_400_000;
/** The day of an invitation in Spanish (docs/product.md). */
const PADDED_DAY = { day: '2-digit', month: 'short', year: 'numeric' } as const;

type Instant = string | Date;
const dateOf = (value: Instant) => (typeof value === 'string' ? new Date(value) : value);

/** Midnight of a local day, as a number of days: differences are whole days, daylight saving or not. */
function dayNumber(date: Date): number {
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

export type Format = ReturnType<typeof formatFor>;

/** Dates, numbers and money as one language writes them. Instants are ISO 8601 or Date, shown in local time. */
export function formatFor(language: Language) {
  const date = new Intl.DateTimeFormat(language, DAY);
  const dateTime = new Intl.DateTimeFormat(language, DAY_AND_TIME);
  const shortDate = new Intl.DateTimeFormat(language, SHORT_DAY);
  const paddedDate = new Intl.DateTimeFormat(language, language === 'es' ? PADDED_DAY : DAY);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const number = new Intl.NumberFormat(language, { useGrouping: 'always' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const unit = { style: 'unit', unitDisplay: 'short' } as const;
  // Its short form is 'B' in Spanish and an uncounted 'byte' in English.
  const bytes = new Intl.NumberFormat(language, { ...unit, unit: 'byte', unitDisplay: 'long' });
  const kilobytes = new Intl.NumberFormat(language, { ...unit, unit: 'kilobyte', maximumFractionDigits: 0 });
  const megabytes = new Intl.NumberFormat(language, { ...unit, unit: 'megabyte', maximumFractionDigits: 1 });
  const gigabytes = new Intl.NumberFormat(language, { ...unit, unit: 'gigabyte', maximumFractionDigits: 1 });
  return {
    /** '5 mar 2026', 'Mar 5, 2026' */
    date: (value: Instant) => date.format(dateOf(value)),
    /** '5 mar 2026, 14:07' */
    dateTime: (value: Instant) => dateTime.format(dateOf(value)),
    /** '5 mar', where the year is plain. */
    shortDate: (value: Instant) => shortDate.format(dateOf(value)),
    /** '05 mar 2026' in Spanish: of invitations alone. */
    paddedDate: (value: Instant) => paddedDate.format(dateOf(value)),
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
    money: (cents: number, currency = 'USD') => writeMoney(cents, currency, language),
  };
}

export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(() => formatFor(language), [language]);
}
