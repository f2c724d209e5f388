import { expect, test } from 'vitest';
import { breadcrumbTrail } from './breadcrumbs.tsx';

const labels = { home: 'Inicio', unknown: 'Página no encontrada', segments: { users: 'Personal Interno' } };

test.each([
  ['/admin', ['Inicio']],
  ['/admin/', ['Inicio']],
  ['/admin/users', ['Inicio', 'Personal Interno']],
  ['/admin/no-existe', ['Inicio', 'Página no encontrada']],
  ['/admin/no-existe/users', ['Inicio', 'Página no encontrada']],
  ['/admin/users/ana%20l', ['Inicio', 'Personal Interno', 'Página no encontrada']],
  ['/admin/constructor', ['Inicio', 'Página no encontrada']],
  ['/admin/%E0', ['Inicio', 'Página no encontrada']],
])('%s is %j', (pathname, expected) => {
  expect(breadcrumbTrail(pathname, labels).map(({ label }) => label)).toEqual(expected);
});

test('each step leads to its own address', () => {
  const paths = breadcrumbTrail('/admin/users/7', labels).map(({ path }) => path);
  expect(paths).toEqual(['/admin', '/admin/users', '/admin/users/7']);
});
