import { expect, test } from 'vitest';
import { matching } from './palette-entries.ts';

const entries = ['Configuración', 'Mi Perfil', 'Cerrar Sesión'].map((label) => ({
  id: label,
  label,
  run: () => undefined,
}));

test('what is not shown finds too', () => {
  const entry = { id: 'user', label: 'Agregar Usuario', words: 'crear nuevo', run: () => undefined };
  expect(matching([entry], 'crear usuario')).toEqual([entry]);
  expect(matching([entry], 'borrar usuario')).toEqual([]);
});

test.each([
  ['', ['Configuración', 'Mi Perfil', 'Cerrar Sesión']],
  ['configuracion', ['Configuración']],
  ['SESIÓN cerrar', ['Cerrar Sesión']],
  ['perfil mi', ['Mi Perfil']],
  ['factura', []],
])('%j finds %j', (typed, labels) => {
  expect(matching(entries, typed).map(({ label }) => label)).toEqual(labels);
});
