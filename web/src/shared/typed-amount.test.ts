import { expect, test } from 'vitest';
import { parseHundredths, typedHundredths } from './typed-amount.ts';

test.each([
  ['29', 2900],
  [' 29,5 ', 2950],
  ['29.50', 2950],
  ['0', 0],
  ['0,07', 7],
  ['182.11', 18_211],
  ['182,11', 18_211],
  ['1234567.89', 123_456_789],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['1.234.567', 123_456_700],
  ['1.234', 123_400],
  ['999.999.999,99', 99_999_999_999],
  ['1,234', null],
  ['29,505', null],
  ['1.23,45', null],
  ['12.34.567', null],
  ['1.234.56', null],
  ['-1', null],
  ['1 234', null],
  ['', null],
  ['veinte', null],
  ['182,11 $', null],
])('%j is typed in Spanish for %j hundredths', (typed, hundredths) => {
  expect(parseHundredths(typed, 'es')).toBe(hundredths);
});

test.each([
  ['1,234', 123_400],
  ['1,234.56', 123_456],
  ['1.234,56', 123_456],
  ['29,5', 2950],
  ['1.234', null],
])('%j is typed in English for %j hundredths', (typed, hundredths) => {
  expect(parseHundredths(typed, 'en')).toBe(hundredths);
});

test.each([2900, 2950, 7, 0, 18_211, 123_456_789])(
  '%j hundredths are typed as what reads as them',
  (value) => {
    for (const language of ['es', 'en'] as const)
      expect(parseHundredths(typedHundredths(value, language), language)).toBe(value);
  },
);

test('decimals are typed with the comma in Spanish, with the point in English', () => {
  expect([typedHundredths(18_211, 'es'), typedHundredths(18_211, 'en')]).toEqual(['182,11', '182.11']);
});
