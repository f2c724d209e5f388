import type { Unit } from './report-format.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What times are counted in by people, in seconds. */
const SPANS = [
  1,
  5,
  15,
  30,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  5 * DAY,
  10 * DAY,
  30 * DAY,
  90 * DAY,
];
const MOST_STEPS = 5;

/** The values of the lines of an axis: round numbers from 0 to the first that is not under `highest`. */
export function ticksOf(highest: number, unit: Unit): number[] {
  const step = stepOf(highest / MOST_STEPS, unit);
  const steps = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

function stepOf(least: number, unit: Unit): number {
  if (unit === 'seconds') return SPANS.find((span) => span >= least) ?? Math.ceil(least / DAY) * DAY;
  // Whole units of money, whole people.
  const one = unit === 'cents' ? 100 : 1;
  const size = 10 ** Math.floor(Math.log10(Math.max(least / one, 1)));
  return one * size * ([1, 2, 5].find((times) => times * size >= least / one) ?? 10);
}
