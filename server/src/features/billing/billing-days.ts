export { addDays, daysBetween } from '@atalaya/contract/days';

/** Days as 'YYYY-MM-DD', of no time zone. */

/** The day a month later that falls on the anchor's day of the month, or on the month's last where it is shorter. */
export function nextMonth(day: string, anchor_day: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(anchor_day, last))).toISOString().slice(0, 10);
}

export const dayOfMonth = (day: string) => Number(day.slice(8));
export const yearOf = (day: string) => Number(day.slice(0, 4));
