const HOUR = 3_600_000;
const DAY_HOURS = 24;

export type Age = { unit: 'now' } | { unit: 'hours' | 'days'; count: number };

/** How long ago something was, in whole hours below a day, then in whole days. */
export function ageOf(created_at: string, now: Date = new Date()): Age {
  const hours = Math.floor((now.getTime() - Date.parse(created_at)) / HOUR);
  if (hours < 1) return { unit: 'now' };
  if (hours < DAY_HOURS) return { unit: 'hours', count: hours };
  return { unit: 'days', count: Math.floor(hours / DAY_HOURS) };
}
