import { expect, test } from 'vitest';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

const labels = { users: 'Personal Interno' };

test.each([
  ['/admin', ['Inicio']],
  ['/admin/', ['Inicio']],
  ['/admin/users', ['Inicio', 'Personal Interno']],
  ['/admin/reports', ['Inicio', 'Reports']],
  ['/admin/users/ana%20l', ['Inicio', 'Personal Interno', 'Ana l']],
  ['/admin/%E0', ['Inicio', '%E0']],
])('%s is %j', (pathname, expected) => {
  expect(breadcrumbTrail(pathname, 'Inicio', labels).map(({ label }) => label)).toEqual(expected);
});

test('each step leads to its own address', () => {
  const paths = breadcrumbTrail('/admin/users/7', 'Inicio', labels).map(({ path }) => path);
  expect(paths).toEqual(['/admin', '/admin/users', '/admin/users/7']);
});
