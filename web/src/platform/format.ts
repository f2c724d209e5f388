import { DAY, DAY_AND_TIME, SHORT_DAY, dayFormat, numberFormat, writeMoney } from '@atalaya/contract/formats';
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

const GROUPED = { useGrouping: 'always' } as const;
const PERCENT = { style: 'percent', maximumFractionDigits: 1 } as const;
const UNIT = { style: 'unit', unitDisplay: 'short' } as const;
// Its short form is 'B' in Spanish and an uncounted 'byte' in English.
const BYTES = { ...UNIT, unit: 'byte', unitDisplay: 'long' } as const;
const KILOBYTES = { ...UNIT, unit: 'kilobyte', maximumFractionDigits: 0 } as const;
const MEGABYTES = { ...UNIT, unit: 'megabyte', maximumFractionDigits: 1 } as const;
const GIGABYTES = { ...UNIT, unit: 'gigabyte', maximumFractionDigits: 1 } as const;

/** Dates, numbers and money as one language writes them. Instants are ISO 8601 or Date, shown in local time. */
function formatFor(language: Language) {
  let relative: Intl.RelativeTimeFormat | undefined;
  const day = (value: Instant, style: Intl.DateTimeFormatOptions) =>
    dayFormat(language, style).format(dateOf(value));
  const number = (value: number, style: Intl.NumberFormatOptions) =>
    numberFormat(language, style).format(value);
  return {
    /** '5 mar 2026', 'Mar 5, 2026' */
    date: (value: Instant) => day(value, DAY),
    /** '5 mar 2026, 14:07' */
    dateTime: (value: Instant) => day(value, DAY_AND_TIME),
    /** '5 mar', where the year is plain. */
    shortDate: (value: Instant) => day(value, SHORT_DAY),
    /** '05 mar 2026' in Spanish: of invitations alone. */
    paddedDate: (value: Instant) => day(value, language === 'es' ? PADDED_DAY : DAY),
    /** Whole days: 'hoy', 'ayer', 'hace 12 días'. */
    days(value: Instant, now: Date = new Date()): string {
      relative ??= new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
      return relative.format(dayNumber(dateOf(value)) - dayNumber(now), 'day');
    },
    number: (value: number) => number(value, GROUPED),
    /** The size of a file: '20 bytes', '340 kB', '1,2 MB', '5 GB'. Each is left before it would be rounded to a thousand. */
    bytes: (value: number) =>
      value < 1_000
        ? number(value, BYTES)
        : value < 999_500
          ? number(value / 1_000, KILOBYTES)
          : value < 999_950_000
            ? number(value / 1_000_000, MEGABYTES)
            : number(value / 1_000_000_000, GIGABYTES),
    /** 0.125 → '12,5 %' */
    percent: (value: number) => number(value, PERCENT),
    /** Integer cents: '1.234,50 $', '99,00 $'. */
    money: (cents: number, currency = 'USD') => writeMoney(cents, currency, language),
  };
}

const FORMATS: Record<Language, Format> = { es: formatFor('es'), en: formatFor('en') };

/** The formats of a language, the same for all that ask. */
export const formatOf = (language: Language): Format => FORMATS[language];

export const useFormat = (): Format => formatOf(useLanguage().language);
