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

/** The Monday on or before `day`: weeks start on Monday (specification, section 9). */
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

/** Formats days for a locale; the day is taken as it stands, whatever the time zone here. */
export function dayFormat(locale: string, options: Intl.DateTimeFormatOptions): (day: Day) => string {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (day) => format.format(toDate(day));
}
