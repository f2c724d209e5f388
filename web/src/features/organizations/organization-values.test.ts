import { expect, test } from 'vitest';
import { sentValues, valuesOf } from './organization-values.ts';
import { countryName, findCountries } from './countries.ts';

test.each([
  ['25', false, 25],
  ['25', true, -1],
  ['muchos', false, 5],
])('%j seats, switched to no limit: %j, are %i', (max_users, is_unlimited, seats) => {
  const values = { ...valuesOf(null, 'es'), max_users, is_unlimited };
  expect(sentValues(values).max_users).toBe(seats);
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
