/** Days as 'YYYY-MM-DD', of no time zone. */

const DAY_MS = 86_400_000;
const written = (time: number) => new Date(time).toISOString().slice(0, 10);

export function addDays(day: string, days: number): string {
  return written(Date.parse(day) + days * DAY_MS);
}

/** How many days lie between two: 1 from one day to the next. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The day a month later that falls on the anchor's day of the month, or on the month's last where it is shorter. */
export function nextMonth(day: string, anchor_day: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return written(Date.UTC(year, month, Math.min(anchor_day, last)));
}

export const dayOfMonth = (day: string) => Number(day.slice(8));
