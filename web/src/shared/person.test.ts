import { expect, test } from 'vitest';
import { displayName, initials } from './person.ts';

test.each([
  [{ first_name: 'Ana', last_name: 'Ñúñez', email: 'ana@demo.test' }, 'Ana Ñúñez', 'AÑ'],
  [{ first_name: 'Ana', last_name: '', email: 'ana@demo.test' }, 'ana', 'AN'],
  [{ first_name: '', last_name: '', email: 'x@demo.test' }, 'x', 'X@'],
  [{ first_name: '', last_name: '', email: '' }, 'Usuario', ''],
])('%j is shown as %s (%s)', (person, name, letters) => {
  expect(displayName(person)).toBe(name);
  expect(initials(person)).toBe(letters);
});
