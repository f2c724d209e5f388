import { expect, test } from 'vitest';
import { weighBundle, type Manifest } from './bundle-budgets.ts';

const manifest: Manifest = {
  'index.html': { file: 'entry.js', imports: ['_react.js'], css: ['app.css'] },
  '_react.js': { file: 'react.js' },
  'src/features/login/login-page.tsx': {
    file: 'login.js',
    src: 'src/features/login/login-page.tsx',
    imports: ['_react.js', '_field.js'],
    isDynamicEntry: true,
  },
  'src/app/admin-layout.tsx': { file: 'layout.js', src: 'src/app/admin-layout.tsx', imports: ['_field.js'] },
  'src/app/users-screen.tsx': { file: 'users.js', src: 'src/app/users-screen.tsx', imports: ['_field.js'] },
  '_field.js': { file: 'field.js' },
  'src/features/reports/revenue-chart.tsx': {
    file: 'revenue-chart.js',
    src: 'src/features/reports/revenue-chart.tsx',
    isDynamicEntry: true,
  },
};
const BYTES: Record<string, number> = {
  'entry.js': 20_000,
  'react.js': 60_000,
  'login.js': 41_000,
  'field.js': 5_000,
  'layout.js': 7_000,
  'users.js': 30_000,
  'revenue-chart.js': 100_000,
  'app.css': 9_000,
};

test('each file that a screen loads counts once; charts are not a route', () => {
  const weights = weighBundle(manifest, (file) => BYTES[file] ?? Number.NaN);
  expect(weights).toEqual([
    { name: 'login', kb: 126, most: 150 },
    { name: 'users screen in all', kb: 122, most: 300 },
    { name: 'CSS', kb: 9, most: 20 },
    { name: 'src/features/login/login-page.tsx', kb: 41, most: 60 },
  ]);
});

test('a page that is not in the manifest is told, not passed over', () => {
  expect(() => weighBundle({ 'index.html': { file: 'entry.js' } }, () => 0)).toThrow(/login-page/);
});
