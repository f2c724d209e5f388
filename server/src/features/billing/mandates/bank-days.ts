import { addDays } from '../billing-days.ts';

/** Days on which the banks of the euro settle: those of T2, once called TARGET. */

/** Without a year: New Year, the first of May, Christmas and the day after. */
const FIXED = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Easter Sunday of a year, by the Gregorian calendar (Butcher's algorithm). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const e = (19 * a + b - Math.floor(b / 4) - d + 15) % 30;
  const f = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - e - (c % 4)) % 7;
  const g = e + f - 7 * Math.floor((a + 11 * e + 22 * f) / 451) + 114;
  const month = Math.floor(g / 31);
  return `${String(year)}-${String(month).padStart(2, '0')}-${String((g % 31) + 1).padStart(2, '0')}`;
}

export function isBankDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED.has(day.slice(5))) return false;
  const easter = easterOf(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The first day from this one on, itself included, on which banks settle. */
export const bankDayFrom = (day: string): string => (isBankDay(day) ? day : bankDayFrom(addDays(day, 1)));

/** So many days on which banks settle after a day. */
export function addBankDays(day: string, days: number): string {
  let last = day;
  for (let left = days; left > 0; left -= 1) last = bankDayFrom(addDays(last, 1));
  return last;
}
