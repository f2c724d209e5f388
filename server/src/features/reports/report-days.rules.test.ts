import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spansOf, stepsOf, todayIn } from './report-days.rules.ts';

const said = (period: Parameters<typeof spansOf>[0]['period'], today: string) => {
  const { period: now, before } = spansOf({ period }, today);
  return `${now.from} ${now.to} | ${before.from} ${before.to}`;
};

describe('a named period and the one before it', () => {
  test.each([
    ['today', '2026-03-01', '2026-03-01 2026-03-01 | 2026-02-28 2026-02-28'],
    ['7d', '2026-03-03', '2026-02-25 2026-03-03 | 2026-02-18 2026-02-24'],
    ['30d', '2026-03-30', '2026-03-01 2026-03-30 | 2026-01-30 2026-02-28'],
    ['month', '2026-03-31', '2026-03-01 2026-03-31 | 2026-02-01 2026-02-28'],
    ['month', '2026-01-05', '2026-01-01 2026-01-05 | 2025-12-01 2025-12-05'],
    ['last_month', '2026-01-31', '2025-12-01 2025-12-31 | 2025-11-01 2025-11-30'],
    ['quarter', '2026-05-31', '2026-04-01 2026-05-31 | 2026-01-01 2026-02-28'],
    ['year', '2024-02-29', '2024-01-01 2024-02-29 | 2023-01-01 2023-02-28'],
  ] as const)('%s on %s', (period, today, expected) => {
    expect(said(period, today)).toBe(expected);
  });

  test('two days are compared with as many just before', () => {
    expect(spansOf({ from: '2026-10-20', to: '2026-10-26' }, '2026-11-01').before).toEqual({
      from: '2026-10-13',
      to: '2026-10-19',
    });
  });
});

test('today is that of the zone', () => {
  const now = new Date('2026-03-28T23:30:00Z');
  expect([todayIn('Europe/Madrid', now), todayIn('America/New_York', now)]).toEqual([
    '2026-03-29',
    '2026-03-28',
  ]);
});

test('steps cover every day of a span once, weeks from Monday to Sunday', () => {
  expect(stepsOf({ from: '2026-10-21', to: '2026-11-03' }, 'week')).toEqual([
    { from: '2026-10-21', to: '2026-10-25' },
    { from: '2026-10-26', to: '2026-11-01' },
    { from: '2026-11-02', to: '2026-11-03' },
  ]);
  const noon = (day: number) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 900 }),
      fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      (start, length, step) => {
        const steps = stepsOf({ from: noon(start), to: noon(start + length) }, step);
        const days = steps.flatMap(({ from, to }) => {
          const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
          return Array.from({ length: count }, (_, index) =>
            new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
          );
        });
        expect(days).toEqual(Array.from({ length: length + 1 }, (_, index) => noon(start + index)));
      },
    ),
    { numRuns: 60 },
  );
});
