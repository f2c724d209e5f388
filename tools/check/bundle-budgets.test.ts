import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adminPagesOf, circlesOf, weighBundle, type Manifest } from './bundle-budgets.ts';

const LAYOUT = 'src/app/layouts/admin/admin-layout.tsx';
const HOME = 'src/features/app-home/app-home-page.tsx';
const USERS = 'src/features/users/users-page.tsx';
const manifest: Manifest = {
  'index.html': { file: 'entry.js', imports: ['_react.js'], css: ['app.css'] },
  '_react.js': { file: 'react.js' },
  [LAYOUT]: { file: 'layout.js', src: LAYOUT, imports: ['_react.js', '_admin.js'] },
  [USERS]: { file: 'users.js', src: USERS, imports: ['_admin.js'], isDynamicEntry: true },
  [HOME]: { file: 'home.js', src: HOME, imports: ['_react.js'], isDynamicEntry: true },
  '_admin.js': { file: 'admin.js' },
  'src/features/reports/revenue-chart.tsx': {
    file: 'revenue-chart.js',
    src: 'src/features/reports/revenue-chart.tsx',
    isDynamicEntry: true,
  },
};
const BYTES: Record<string, number> = {
  'entry.js': 60_000,
  'react.js': 61_000,
  'admin.js': 70_000,
  'layout.js': 7_000,
  'users.js': 30_000,
  'home.js': 8_000,
  'revenue-chart.js': 100_000,
  'app.css': 9_000,
};
const weigh = (file: string) => BYTES[file] ?? Number.NaN;

test('each file that a screen loads counts once; charts are not a route', () => {
  expect(weighBundle(manifest, [USERS], weigh)).toEqual([
    { name: 'the login form', kb: 121, most_kb: 150, scripts: 2, most_scripts: 8 },
    { name: 'the home at /app', kb: 129, most_kb: 150, scripts: 3, most_scripts: 8 },
    { name: `${USERS} in all`, kb: 228, most_kb: 300, scripts: 3, most_scripts: 10 },
    { name: 'CSS', kb: 9, most_kb: 20 },
    { name: USERS, kb: 30, most_kb: 60 },
    { name: HOME, kb: 8, most_kb: 60 },
  ]);
});

test('a login page that is loaded by itself counts to the login form', () => {
  const apart = {
    ...manifest,
    'src/features/account/accounts/login/login-page.tsx': { file: 'users.js', imports: ['_admin.js'] },
  };
  expect(weighBundle(apart, [USERS], weigh)[0]).toMatchObject({ kb: 221, scripts: 4 });
});

test('a screen that is not in the manifest is told, not passed over', () => {
  expect(() => weighBundle(manifest, ['src/features/plans/plans-page.tsx'], weigh)).toThrow(/plans-page/);
});

test('the screens are those of the table; a table that names none is told', () => {
  const screens = readFileSync(new URL('../../web/src/app/screens.tsx', import.meta.url), 'utf8');
  expect(adminPagesOf(screens)).toEqual(
    expect.arrayContaining([USERS, 'src/features/tickets/tickets-page.tsx']),
  );
  expect(adminPagesOf(screens)).not.toContain('src/features/landing/landing-page.tsx');
  expect(() => adminPagesOf('')).toThrow(/no admin screen/);
});

test('chunks that import each other in a circle are told', () => {
  expect(circlesOf(manifest)).toEqual([]);
  const circle = { '_admin.js': { file: 'admin.js', imports: ['_base.js'] } };
  expect(circlesOf({ ...circle, '_base.js': { file: 'base.js', imports: ['_admin.js'] } })).toEqual([
    '_admin.js',
    '_base.js',
  ]);
});
