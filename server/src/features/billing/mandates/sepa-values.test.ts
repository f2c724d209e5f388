import { expect, test } from 'vitest';
import { maskIban } from './mandates.fields.ts';
import { isCreditorId, isSepaIban, keptIban, sepaText } from './sepa-values.ts';

// Examples of the registry of IBANs (SWIFT) for each length; the last ones are wrong.
test.each([
  ['ES91 2100 0418 4502 0005 1332', true],
  ['de89370400440532013000', true],
  ['NO9386011117947', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  ['ES9121000418450200051333', false],
  ['ES912100041845020005133', false],
  // Brazil has IBANs, and is not of SEPA.
  ['BR1800360305000010009795493C1', false],
  ['', false],
])('IBAN %s: %s', (typed, isRight) => {
  expect(isSepaIban(keptIban(typed))).toBe(isRight);
});

// Those that the central banks of Germany and Austria and the Dutch Payments Association give as examples.
test.each([
  ['DE98ZZZ09999999999', true],
  // The suffix of the business is not checked.
  ['DE98ABC09999999999', true],
  ['DE97ZZZ09999999999', false],
  ['DE98ZZZ09999999998', false],
  ['ES98ZZZ09999999999', false],
  ['98ZZZ09999999999', false],
])('creditor identifier %s: %s', (identifier, isRight) => {
  expect(isCreditorId(identifier)).toBe(isRight);
});

test('a name in the characters that all banks take', () => {
  expect(sepaText('Ñandú & Cía., S.L. — «Łódź» €')).toBe('Nandu + Cia., S.L. . .Lodz. .');
  expect(sepaText('A'.repeat(80))).toHaveLength(70);
  expect(maskIban('ES9121000418450200051332')).toBe('ES91 •••• 1332');
});
