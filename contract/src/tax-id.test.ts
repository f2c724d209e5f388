import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isForeignVat,
  isSpanishBody,
  isSpanishPerson,
  isTaxId,
  isWrongNif,
  keptTaxId,
  taxIdProblem,
} from './tax-id.ts';

test.each([
  ['ES', '12345678Z', true],
  ['ES', '12345678A', false],
  ['ES', 'X1234567L', true],
  ['ES', 'X1234567Z', false],
  ['ES', 'M1234567L', true],
  ['ES', 'M1234567Z', false],
  ['ES', '1234567L', false],
  ['ES', 'A58818501', true],
  ['ES', 'ES-A58818501', true],
  ['ES', 'A58818502', false],
  ['ES', 'B12345674', true],
  ['ES', 'B12345678', false],
  ['ES', 'es b 12.345.674', true],
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

const seven = fc.stringMatching(/^\d{7}$/);
const letterOf = (number: string) => 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(number) % 23);
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

const person = fc.oneof(
  fc.stringMatching(/^\d{8}$/).map((number) => number + letterOf(number)),
  fc
    .tuple(fc.constantFrom('X', 'Y', 'Z'), seven)
    .map(([first, number]) => first + number + letterOf(`${'XYZ'.indexOf(first)}${number}`)),
  fc.tuple(fc.constantFrom('K', 'L', 'M'), seven).map(([first, number]) => first + number + letterOf(number)),
);
const body = fc
  .tuple(fc.constantFrom(...'ABCDEFGHJNPQRSUVW'), seven, fc.boolean())
  .map(([first, number, either]) => {
    const sum = Array.from(number, Number).reduce(
      (all, digit, at) => all + (at % 2 === 0 ? DOUBLED[digit]! : digit),
      0,
    );
    const control = (1000 - sum) % 10;
    const hasLetter = 'NPQRSW'.includes(first) || (either && !'ABEH'.includes(first));
    return first + number + (hasLetter ? 'JABCDEFGHI'.charAt(control) : String(control));
  });
const nif = fc.oneof(person, body);

describe('Spanish numbers', () => {
  test('every one that its control character fits passes', () => {
    fc.assert(
      fc.property(nif, (number) => {
        expect(taxIdProblem('ES', number)).toBeNull();
        expect(isWrongNif(number)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('one with a single digit changed fails', () => {
    fc.assert(
      fc.property(nif, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, nth, step) => {
        const places = [...number.matchAll(/\d/g)].map(({ index }) => index);
        const place = places[nth % places.length]!;
        const changed = (Number(number[place]) + step) % 10;
        const wrong = number.slice(0, place) + String(changed) + number.slice(place + 1);
        expect(taxIdProblem('ES', wrong)).toBe('invalid_nif');
        expect(isWrongNif(wrong)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test('one is kept in one form, however it was written', () => {
    const between = fc.array(fc.constantFrom('', ' ', '.', '-', ' - '), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(nif, between, fc.boolean(), fc.boolean(), (number, marks, small, prefixed) => {
        const spaced = Array.from(number, (character, at) => character + (marks[at] ?? '')).join('');
        const written = (prefixed ? 'ES' : '') + spaced;
        const typed = small ? written.toLowerCase() : written;
        expect(taxIdProblem('ES', typed)).toBeNull();
        expect(keptTaxId('ES', typed)).toBe(number);
      }),
    );
  });
});

test('each is of a person or of a body, and never of both; a wrong one is of neither', () => {
  fc.assert(
    fc.property(person, body, (of_person, of_body) => {
      expect([isSpanishPerson('ES', of_person), isSpanishBody('ES', of_person)]).toEqual([true, false]);
      expect([isSpanishPerson('ES', of_body), isSpanishBody('ES', of_body)]).toEqual([false, true]);
      expect(isSpanishPerson('PT', of_person)).toBe(false);
    }),
  );
  expect(isSpanishPerson('ES', '12345678A')).toBe(false);
});

test('numbers of other countries are kept as typed, and one of no known country is never wrong', () => {
  expect(keptTaxId('PT', 'pt 503.504.564')).toBe('pt 503.504.564');
  expect(keptTaxId(null, 'b-12345678')).toBe('b-12345678');
  expect(taxIdProblem(null, 'B12345678')).toBeNull();
  expect(taxIdProblem('ES', null)).toBeNull();
  expect(taxIdProblem('PT', '1')).toBe('invalid');
});

test.each(['', '123456789', 'PT503504564', 'DE123456789', 'XAXX010101000'])(
  '%j does not look Spanish, so it is no wrong Spanish number',
  (value) => {
    expect(isWrongNif(value)).toBe(false);
  },
);
