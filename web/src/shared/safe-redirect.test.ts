import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

// A9
test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '@evil.example',
  'https://evil.example/admin',
  'http://localhost.evil.example/admin',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/\n/evil.example',
  '/admin/..//evil.example',
  '/.//evil.example',
  'admin/users',
  '',
  undefined,
  7,
  '/admin/login',
  '/admin/login?redirect=/admin/login',
])('%j is not followed', (wanted) => {
  expect(safeRedirect(wanted, '/admin')).toBe('/admin');
});

test.each([
  '/admin/users?page=2&search=Ana%20L%C3%B3pez#fila',
  '/app',
  '/',
  '/admin/tickets?x=//evil.example',
])('%s is followed as it is', (wanted) => {
  expect(safeRedirect(wanted, '/admin')).toBe(wanted);
});
