import { adminScreens, publicScreens } from '../web/src/app/screens.tsx';
import { problemsOf, walk } from './harness/keyboard-walk.ts';
import { stand } from './harness/stand.ts';
import { expect, type Person, signInAs, test } from './harness/test.ts';

/** Walked by the tests of the kit, and of who must set up a second factor. */
const ELSEWHERE = ['/kit', '/admin/two-factor'];

/** What an address opens in the place of what a screen begins with. */
const TABS = [
  '/admin/users?tab=invitations',
  '/admin/users?bin=true',
  '/admin/billing?tab=invoices',
  '/admin/billing?tab=payments',
  ...['security', 'mail', 'notifications', 'data'].map((tab) => `/admin/settings?tab=${tab}`),
  ...['security', 'sessions', 'notifications', 'keys'].map((tab) => `/admin/profile?tab=${tab}`),
];

/** Who walks over which screens: a super_admin has no company of their own, and a visitor sees what is public. */
const WALKS: [who: Person | 'visitor', path: string][] = [
  ...adminScreens.map(({ path }): [Person, string] => [
    path === '/admin/my-companies' ? 'admin' : 'super_admin',
    path,
  ]),
  ...TABS.map((path): [Person, string] => ['super_admin', path]),
  ['super_admin', '/oauth/authorize'],
  ['admin', '/admin'],
  ['admin', '/admin/billing'],
  ['user', '/app'],
  ['user', '/admin/tickets'],
  ['visitor', '/'],
  ['visitor', '/app'],
  ['visitor', '/admin/login'],
  ['visitor', '/admin/register'],
  ['visitor', '/admin/reset-password'],
  ['visitor', '/admin/reset-password?token=inventado'],
  ['visitor', '/admin/verify-email'],
  ['visitor', '/admin/verify-email?token=inventado'],
  ['visitor', '/invitation/accept/inventado'],
  ['visitor', '/unsubscribe/inventado'],
];

test('no screen is left out', () => {
  const walked = WALKS.map(([, path]) => path.split('?', 1)[0]);
  const screens = [...adminScreens, ...publicScreens].map(({ path }) => path.replace('$token', 'inventado'));
  expect(screens.filter((path) => !walked.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});

for (const [who, path] of WALKS)
  test(`${path} (${who}) by keyboard: every stop is seen, in the order of the page, to its end`, async ({
    page,
  }) => {
    if (who !== 'visitor') await signInAs(page, who);
    await stand(page, path);
    expect(new URL(page.url()).pathname).toBe(path.split('?', 1)[0]);
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(1);
    expect(problemsOf(stops)).toEqual([]);
  });
