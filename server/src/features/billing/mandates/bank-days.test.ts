import { expect, test } from 'vitest';
import { addBankDays, bankDayFrom, easterOf, isBankDay } from './bank-days.ts';

// Published: the first and the last day that it can be are among them.
test.each(['1818-03-22', '1943-04-25', '2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25'])(
  'Easter Sunday %s',
  (day) => {
    expect(easterOf(Number(day.slice(0, 4)))).toBe(day);
  },
);

test('banks settle on working days but the six that T2 is closed on', () => {
  const closed = ['2026-01-01', '2026-04-03', '2026-04-06', '2026-05-01', '2026-12-25', '2028-12-26'];
  expect(closed.filter(isBankDay)).toEqual([]);
  expect(['2026-11-28', '2026-11-29'].filter(isBankDay)).toEqual([]);
  // Holidays of a country alone are days like others.
  expect(['2026-01-06', '2026-10-12', '2026-04-02'].every(isBankDay)).toBe(true);
  expect(bankDayFrom('2026-12-25')).toBe('2026-12-28');
  expect(addBankDays('2026-04-01', 2)).toBe('2026-04-07');
});
