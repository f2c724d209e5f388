import { expect, test } from 'vitest';
import { isForeignVat, isTaxId } from './tax-id.ts';

test.each([
  ['ES', '12345678Z', true],
  ['ES', '12345678A', false],
  ['ES', 'X1234567L', true],
  ['ES', 'X1234567Z', false],
  ['ES', 'A58818501', true],
  ['ES', 'ES-A58818501', true],
  ['ES', 'A58818502', false],
  ['ES', 'B1', false],
  ['ES', 'P2807900B', true],
  ['ES', 'P28079002', false],
  ['PT', 'PT 503504564', true],
  ['PT', '50350456', false],
  ['GR', 'EL123456789', true],
  ['DE', 'de 123.456.789', true],
  ['FR', 'FRXX999999999', true],
  ['NL', 'NL123456789B01', true],
  ['NL', '123456789', false],
  ['MX', 'XAXX010101000', true],
])('%s %s: %s', (country, value, expected) => {
  expect(isTaxId(country, value)).toBe(expected);
});

test('reverse charge is for VAT numbers of other member states alone', () => {
  expect(isForeignVat('PT', 'PT503504564')).toBe(true);
  expect(isForeignVat('PT', '1')).toBe(false);
  expect(isForeignVat('ES', 'A58818501')).toBe(false);
  expect(isForeignVat('MX', 'XAXX010101000')).toBe(false);
  expect(isForeignVat('PT', null)).toBe(false);
});
