import { addDays, daysBetween } from '@atalaya/contract/days';
import type { ReportPeriod, ReportStep } from '@atalaya/contract/reports';

/** Spans of whole days, 'YYYY-MM-DD', both ends included. Which instants they are, a zone says elsewhere. */
export type Span = { from: string; to: string };

const written = (time: number) => new Date(time).toISOString().slice(0, 10);
const daysOf = ({ from, to }: Span) => daysBetween(from, to) + 1;

/** The day that it is in a zone. */
export function todayIn(zone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(now);
}

/** The first day of the month that lies so many months after a day's. */
function firstOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return written(Date.UTC(year, month - 1 + months, 1));
}

const quarterOf = (day: string) => firstOfMonth(day, -((Number(day.slice(5, 7)) - 1) % 3));

type Asked = { period?: ReportPeriod | undefined; from?: string | undefined; to?: string | undefined };

/** Which days are meant, and which ones they are compared with: as many, or as much of the month, quarter or year. */
export function spansOf({ period = '30d', from, to }: Asked, today: string): { period: Span; before: Span } {
  if (from !== undefined && to !== undefined) return asLong({ from, to });
  switch (period) {
    case 'today':
      return asLong({ from: today, to: today });
    case '7d':
      return asLong({ from: addDays(today, -6), to: today });
    case '30d':
      return asLong({ from: addDays(today, -29), to: today });
    case 'month':
      return asFar({ from: firstOfMonth(today), to: today }, 1);
    case 'last_month':
      return {
        period: { from: firstOfMonth(today, -1), to: addDays(firstOfMonth(today), -1) },
        before: { from: firstOfMonth(today, -2), to: addDays(firstOfMonth(today, -1), -1) },
      };
    case 'quarter':
      return asFar({ from: quarterOf(today), to: today }, 3);
    case 'year':
      return asFar({ from: `${today.slice(0, 4)}-01-01`, to: today }, 12);
  }
}

/** Compared with as many days just before. */
function asLong(period: Span): { period: Span; before: Span } {
  const days = daysOf(period);
  return { period, before: { from: addDays(period.from, -days), to: addDays(period.from, -1) } };
}

/** Compared with the same day of so many months earlier, or with the last of that month where it is shorter. */
function asFar(period: Span, months: number): { period: Span; before: Span } {
  const month = firstOfMonth(period.to, -months);
  const lastDay = addDays(firstOfMonth(month, 1), -1);
  const sameDay = `${month.slice(0, 8)}${period.to.slice(8)}`;
  const to = sameDay < lastDay ? sameDay : lastDay;
  return { period, before: { from: firstOfMonth(period.from, -months), to } };
}

/** Days up to a month and a half, weeks up to half a year, months beyond. */
export function stepOf(period: Span): ReportStep {
  const days = daysOf(period);
  return days <= 45 ? 'day' : days <= 190 ? 'week' : 'month';
}

/** The first day of the step that a day belongs to, no earlier than the span itself. */
export function stepStart(day: string, step: ReportStep, { from }: Span): string {
  const start =
    step === 'day'
      ? day
      : step === 'month'
        ? firstOfMonth(day)
        : addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
  return start < from ? from : start;
}

/** The steps of a span in their order, each as its days. */
export function stepsOf(period: Span, step: ReportStep): Span[] {
  const starts: string[] = [];
  for (let day = period.from; day <= period.to; day = addDays(day, 1)) {
    const start = stepStart(day, step, period);
    if (starts.at(-1) !== start) starts.push(start);
  }
  return starts.map((from, index) => {
    const next = starts[index + 1];
    return { from, to: next === undefined ? period.to : addDays(next, -1) };
  });
}
