import { expect, test } from 'vitest';
import { plainName } from './plain-name.ts';

// M5
test.each([
  ['Acme S.L.', 'Acme S.L.'],
  ['Peña & Hijos, S.A.', 'Peña & Hijos, S.A.'],
  ['Grupo 2000', 'Grupo 2000'],
  ['entra en https://evil.test/a?b=1', 'entra en evil test a?b=1'],
  ['www.evil.test', 'evil test'],
  ['ｅｖｉｌ．ｔｅｓｔ', 'evil test'],
  ['ana@evil.test', 'ana evil test'],
  ['llame al +34 900-000-111 ya', 'llame al ya'],
  ['tel:900000111', null],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['   ', null],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
])('%j stands in a mail to a stranger as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
