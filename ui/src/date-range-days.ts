/** A calendar day, 'YYYY-MM-DD'. It has no time zone, so all reckoning with it is done in UTC. */
export type Day = string;

export interface DayRange {
  from: Day;
  /** Itself included. */
  to: Day;
}

function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toDay(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(toDate(text).getTime());
}

/** The day `count` days later (earlier when negative). */
export function addDays(day: Day, count: number): Day {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return toDay(date);
}

/** The same day `count` months later, or the last of that month where it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const date = toDate(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return toDay(date);
}

/** The Monday on or before `day`: weeks start on Monday. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -((toDate(day).getUTCDay() + 6) % 7));
}

/** The weeks, Monday to Sunday, that touch the month of `day`; always six, so that the height never changes. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = startOfWeek(`${day.slice(0, 7)}-01`);
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_day, offset) => addDays(first, week * 7 + offset)),
  );
}

/** The two days in their order. */
export function rangeOf(a: Day, b: Day): DayRange {
  return a <= b ? { from: a, to: b } : { from: b, to: a };
}

/** Formats days for a locale; the time zone of the browser changes no day. */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): (day: Day) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day) => format.format(toDate(day));
}

/** The parts of a day in the order in which a language writes them. */
function partsOf(locale: string): { type: 'day' | 'month' | 'year'; length: number }[] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' });
  return format.formatToParts(0).flatMap(({ type }) => {
    if (type === 'year') return { type, length: 4 };
    return type === 'day' || type === 'month' ? { type, length: 2 } : [];
  });
}

/** The pattern in which a person types a day: 'dd/mm/aaaa', 'mm/dd/yyyy'. */
export function dayPattern(locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'dateTimeField' });
  return partsOf(locale)
    .map(({ type, length }) => (names.of(type) ?? type).charAt(0).repeat(length))
    .join('/');
}

/** '2026-03-05' as '05/03/2026' or '03/05/2026'; '' for what is no day. */
export function writeDay(day: Day, locale: string): string {
  if (!isDay(day)) return '';
  const [year, month, date] = day.split('-') as [string, string, string];
  const written = { year, month, day: date };
  return partsOf(locale)
    .map(({ type }) => written[type])
    .join('/');
}

/** A typed day: '5/3/2026', '05-03-26', '05032026' or '2026-03-05'; null: none, as the 31st of February. */
export function parseDay(typed: string, locale: string): Day | null {
  const text = typed.trim();
  const parts = partsOf(locale);
  const numbers = /^\d{8}$/.test(text)
    ? new RegExp(parts.map(({ length }) => `(\\d{${String(length)}})`).join('')).exec(text)?.slice(1)
    : /^\d+([/.\- ])\d+\1\d+$/.test(text) && text.match(/\d+/g);
  if (!numbers) return null;
  const isIso = numbers[0]?.length === 4;
  const at = (type: 'day' | 'month' | 'year', iso: number) =>
    numbers[isIso ? iso : parts.findIndex((part) => part.type === type)] ?? '';
  const year = at('year', 0);
  const day = [year.length === 2 ? `20${year}` : year, at('month', 1), at('day', 2)]
    .map((part) => part.padStart(2, '0'))
    .join('-');
  return isDay(day) && toDay(toDate(day)) === day ? day : null;
}
