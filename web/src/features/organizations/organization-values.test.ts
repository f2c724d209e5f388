import { expect, test } from 'vitest';
import { parseSeats } from './organization-values.ts';
import { countryName, findCountries } from './countries.ts';

test.each([
  ['25', 25],
  [' 7 ', 7],
  ['-1', -1],
  ['', 5],
  ['muchos', 5],
  ['0', 5],
  ['-2', 5],
  ['1.5', 5],
  ['1e3', 5],
  ['12 usuarios', 5],
])('%j users are %i', (typed, seats) => {
  expect(parseSeats(typed)).toBe(seats);
});

test('countries are found in the language of the screen, whatever the accents', () => {
  expect(findCountries('espana', 'es')).toEqual([{ value: 'ES', label: 'España' }]);
  expect(findCountries('spain', 'en').map(({ value }) => value)).toEqual(['ES']);
  expect(findCountries('', 'es')).toHaveLength(
    new Set(findCountries('', 'es').map(({ value }) => value)).size,
  );
  expect(countryName('ZZ', 'es')).not.toBe('');
  expect(countryName('MX', 'es')).toBe('México');
});
