export type Change = { trend: 'up' | 'down' | 'flat'; ratio: number | null };

/** How a value has changed: 0.5 is half as much again; the ratio is null where there was nothing before. */
export function changeOf(value: number, before: number): Change {
  if (value === before) return { trend: 'flat', ratio: 0 };
  return {
    trend: value > before ? 'up' : 'down',
    ratio: before === 0 ? null : (value - before) / Math.abs(before),
  };
}
