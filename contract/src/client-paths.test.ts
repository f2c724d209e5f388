import { expect, test } from 'vitest';
import { api } from './api.ts';
import { CLIENT_PATHS } from './client-paths.ts';

test('the table that the browser calls by says what the routes say', () => {
  const declared = Object.entries(api).map(([name, route]) => [name, `${route.method} ${route.path}`]);
  expect(CLIENT_PATHS).toEqual(Object.fromEntries(declared));
});
