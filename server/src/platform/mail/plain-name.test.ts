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
  // With anything between the digits: every kind of dash, comma, colon, underscore, invisible characters.
  ['llame al 900,000,111', 'llame al'],
  ['llame al 900:000:111', 'llame al'],
  ['llame al 900_000_111', 'llame al'],
  ['llame al 900‐000‐111', 'llame al'],
  ['llame al 900‑000‑111', 'llame al'],
  ['llame al 900‒000—111', 'llame al'],
  ['llame al 900−000⁃111', 'llame al'],
  ['llame al 900 / 000 | 111', 'llame al'],
  ['llame al 9•0•0•0•0•0•1•1•1 ya', 'llame al ya'],
  ['llame al 9\u200b0\u200d0\u00ad0\u31640\u115f0\u20601\u034f1\ufeff1', 'llame al'],
  ['llame al ９００ ０００ １１１', 'llame al'],
  ['llame al ⑨⓪⓪ ⓪⓪⓪ ①①①', 'llame al'],
  ['llame al ٩٠٠ ٠٠٠ ١١١', 'llame al'],
  ['llame al (0034) 9-1.2', 'llame al'],
  ['Grupo 2000, planta 4', 'Grupo 2000, planta 4'],
  ['Taller 24 Horas 7 Días 365', 'Taller 24 Horas 7 Días 365'],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['   ', null],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
])('%j stands in a mail to a stranger as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
