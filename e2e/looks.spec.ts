import type { Page } from '@playwright/test';
import { adminScreens, publicScreens } from '../web/src/app/screens.tsx';
import { setUpApp } from './harness/authenticator-app.ts';
import { lookAt, noteShifts, problemsIn, shiftsOf, widthOf } from './harness/looks.ts';
import { becomeMember } from './harness/members.ts';
import { stand } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, signInAs, test, type Person } from './test.ts';

const PUBLIC = [
  '/',
  '/app',
  '/admin/login',
  '/admin/register',
  '/admin/reset-password',
  '/admin/reset-password?token=inventado',
  '/admin/verify-email?token=inventado',
  '/invitation/accept/inventado',
  '/unsubscribe/inventado',
  '/no-existe',
];
const ADMINISTRATION = [
  '/admin',
  '/admin/users',
  '/admin/users?search=nadie-se-llama-asi',
  '/admin/users?tab=invitations',
  '/admin/companies',
  '/admin/plans',
  '/admin/tickets',
  '/admin/audit',
];
const FIGURES = [
  '/admin/billing',
  '/admin/reports',
  '/admin/financial-reports',
  '/admin/transfers',
  '/admin/notifications',
  '/admin/no-existe',
];
const SETTINGS = [
  '/admin/settings',
  '/admin/settings?tab=security',
  '/admin/settings?tab=mail',
  '/admin/settings?tab=notifications',
  '/admin/settings?tab=data',
  '/admin/profile',
  '/admin/profile?tab=security',
  '/admin/profile?tab=sessions',
  '/admin/profile?tab=notifications',
  '/admin/profile?tab=keys',
];
/** What looks otherwise to whoever belongs to an organization. */
const OWN: Partial<Record<Person, string[]>> = {
  admin: [
    '/admin',
    '/admin/my-companies',
    '/admin/billing',
    '/admin/billing?tab=invoices',
    '/admin/billing?tab=payments',
    '/admin/settings',
  ],
  user: ['/admin', '/admin/tickets', '/admin/users', '/admin/profile'],
};

/** Every screen on a desk and on phones: what moves by itself while it loads, what is too wide, and its looks. */
async function walk(page: Page, paths: string[]) {
  await noteShifts(page);
  const problems: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await stand(page, path);
    problems.push(...(await shiftsOf(page)), ...(await widthOf(page)), ...(await lookAt(page)));
    await page.setViewportSize({ width: 390, height: 844 });
    await stand(page, path);
    problems.push(
      ...(await shiftsOf(page)),
      ...(await widthOf(page)),
      ...(await problemsIn(page, 'lightMinimal')),
    );
    // Turning the phone moves things, as it should: only the width counts here.
    await page.setViewportSize({ width: 360, height: 800 });
    problems.push(...(await widthOf(page)));
  }
  expect(problems).toEqual([]);
}

test.describe.configure({ timeout: 240_000 });

/** Looked at by the tests of the kit, and of who must set up a second factor. */
const ELSEWHERE = ['/kit', '/admin/two-factor'];

test('no screen is left out', () => {
  const walked = [PUBLIC, ADMINISTRATION, FIGURES, SETTINGS, ...Object.values(OWN)]
    .flat()
    .map((path) => path.split('?', 1)[0]);
  const screens = [...adminScreens, ...publicScreens].map(({ path }) => path.replace('$token', 'inventado'));
  expect(screens.filter((path) => !walked.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});

test('public screens: accessible, in the colours of a theme by turns too, nothing moves while they load, none is too wide', async ({
  page,
}) => {
  await walk(page, PUBLIC);
});

for (const [name, paths] of Object.entries({ lists: ADMINISTRATION, figures: FIGURES, settings: SETTINGS }))
  test(`the administration, ${name}: the same`, async ({ page }) => {
    await signInAs(page, 'super_admin');
    await walk(page, paths);
  });

test('what a link from a mail opens, and the second step of signing in: the same', async ({
  page,
  mails,
}) => {
  const person = await becomeMember(page, mails);
  await stand(page, '/admin/profile?tab=security');
  await page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Verificación en dos pasos', exact: true }) })
    .getByRole('button', { name: 'Activar' })
    .click();
  await setUpApp(page);
  const invited = `invitada-${person.id}@example.test`;
  await signInAs(page, 'admin');
  const { origin } = new URL(page.url());
  const data = { email: invited, role: 'user' };
  await page.request.post('/api/invitations', { data, headers: { origin } });
  await page.context().clearCookies();
  await walk(page, [(await mails.to(invited)).link]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await stand(page, '/admin/login');
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
    await expect(page.getByLabel('Código de verificación')).toBeVisible();
    expect([...(await widthOf(page)), ...(await lookAt(page))]).toEqual([]);
  }
});

for (const [person, paths] of Object.entries(OWN))
  test(`what differs for the ${person} of an organization: the same`, async ({ page }) => {
    await signInAs(page, person as Person);
    await walk(page, paths);
  });

test('a phone: the list form of a table is accessible', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await stand(page, '/admin/users');
  expect(await problemsIn(page, 'lightMinimal')).toEqual([]);
});
