import type { Page } from '@playwright/test';
import { adminScreens, publicScreens } from '../web/src/app/screens.tsx';
import { ask, askWith, firstOf } from './harness/ask.ts';
import { setUpApp } from './harness/authenticator-app.ts';
import type { OpenedInvitation } from '../web/src/features/invitations/invitations.api.ts';
import { statesLeftOut } from './harness/looked-at.ts';
import {
  lookAt,
  lookAtAnyWidth,
  lookOnTablet,
  noteShifts,
  problemsIn,
  shiftsOf,
  widthOf,
} from './harness/looks.ts';
import { becomeMember } from './harness/members.ts';
import { unique } from './harness/people.ts';
import { type Answered, answerInReverse } from './harness/reverse.ts';
import { settle, stand } from './harness/stand.ts';
import { expect, PASSWORD_OF_MEMBERS, PEOPLE, signInAs, test, type Person } from './harness/test.ts';

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
  '/admin/users?bin=true',
  '/admin/companies',
  '/admin/companies?bin=true&search=NAME',
  '/admin/plans',
  '/admin/plans?bin=true',
  '/admin/tickets',
  '/admin/tickets?bin=true&search=NAME',
  '/admin/audit',
];
const FIGURES = [
  '/admin/billing',
  '/admin/billing?organization=COMPANY&tab=subscription',
  '/admin/billing?tab=invoices',
  '/admin/billing?tab=payments',
  '/admin/verifactu?tab=records',
  '/admin/verifactu?tab=issuer',
  '/admin/mandates',
  '/admin/debit-runs',
  '/admin/bank-statements',
  '/admin/reports',
  '/admin/financial-reports',
  '/admin/transfers',
  '/admin/notifications',
  '/admin/notifications?show=unread',
  '/admin/no-existe',
];
const SETTINGS = [
  '/admin/settings',
  '/admin/settings?tab=security',
  '/admin/settings?tab=integrations',
  '/admin/settings?tab=mail',
  '/admin/settings?tab=notifications',
  '/admin/settings?tab=data',
  '/admin/profile',
  '/admin/profile?tab=security',
  '/admin/profile?tab=sessions',
  '/admin/profile?tab=notifications',
  '/admin/profile?tab=keys',
  '/oauth/authorize',
];
const SETTINGS_OF_ONE = [
  '/admin/settings?organization=COMPANY',
  '/admin/settings?organization=COMPANY&tab=security',
  '/admin/settings?organization=COMPANY&tab=mail',
  '/admin/settings?organization=COMPANY&tab=notifications',
  '/admin/settings?organization=COMPANY&tab=data',
];
/** Screens that look different to a person of an organization. */
const OWN: Partial<Record<Person, string[]>> = {
  admin: [
    '/app',
    '/admin',
    '/admin/my-companies',
    '/admin/billing',
    '/admin/billing?tab=invoices',
    '/admin/billing?tab=payments',
    '/admin/settings',
  ],
  user: ['/app', '/admin', '/admin/tickets', '/admin/users', '/admin/profile'],
};

/** Every screen on a desk, a tablet and phones: what moves by itself while it loads, what is too wide, and its looks. */
async function walk(page: Page, paths: string[]) {
  await noteShifts(page);
  const answered = await answerInReverse(page);
  const problems: string[] = [];
  for (const path of paths) problems.push(...(await problemsAt(page, path, answered)));
  expect(problems).toEqual([]);
}

async function problemsAt(page: Page, path: string, answered: Answered): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await stand(page, path);
  await answered();
  const problems = [...(await shiftsOf(page)), ...(await widthOf(page)), ...(await lookAt(page))];
  problems.push(...(await lookOnTablet(page)));
  await page.setViewportSize({ width: 390, height: 844 });
  await stand(page, path);
  await answered();
  problems.push(
    ...(await shiftsOf(page)),
    ...(await widthOf(page)),
    ...(await problemsIn(page, 'lightMinimal')),
  );
  // Turning the phone moves things, as it should: only the width counts here.
  await page.setViewportSize({ width: 360, height: 800 });
  problems.push(...(await widthOf(page)));
  return problems;
}

/** Puts a company and a ticket into the bin, and archives a plan; their name, and the id of Demo Iberia. */
async function fillViews(page: Page): Promise<{ NAME: string; COMPANY: string }> {
  type Made = { id: string; version: number };
  const { id: COMPANY } = await firstOf(page, '/api/organizations?search=Demo%20Iberia');
  const NAME = `Vista ${unique()}`;
  const company = await ask(page, 'POST', '/api/organizations', { name: NAME });
  await ask(page, 'DELETE', `/api/organizations/${company.id}`, { confirm_name: NAME });
  const ticket = { title: NAME, description: 'No va.', organization_id: COMPANY };
  await ask(page, 'DELETE', `/api/tickets/${(await ask(page, 'POST', '/api/tickets', ticket)).id}`);
  const terms = { price_cents: 1900, max_users: 10, description: 'Para ver', features: ['Una'] };
  const plan = await ask<Made>(page, 'POST', '/api/plans', { name: NAME, ...terms });
  await ask(page, 'DELETE', `/api/plans/${plan.id}`, { version: plan.version });
  return { NAME: encodeURIComponent(NAME), COMPANY };
}

test.describe.configure({ timeout: 240_000 });

/** Looked at by the tests of the kit, and of who must set up a second factor. */
const ELSEWHERE = ['/kit', '/admin/two-factor'];

test('no screen is left out', () => {
  const walked = [PUBLIC, ADMINISTRATION, FIGURES, SETTINGS, SETTINGS_OF_ONE, ...Object.values(OWN)]
    .flat()
    .map((path) => path.split('?', 1)[0]);
  const screens = [...adminScreens, ...publicScreens].map(({ path }) => path.replace('$token', 'inventado'));
  expect(screens.filter((path) => !walked.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});

test('no tab, view or dialog that an address opens is left out', () => {
  const { known, leftOut } = statesLeftOut();
  expect(known).toBeGreaterThan(25);
  expect(leftOut).toEqual([]);
});

test('public screens: accessible, in the colours of a theme by turns too, nothing moves while they load, none is too wide', async ({
  page,
}) => {
  await walk(page, PUBLIC);
});

for (const [name, paths] of Object.entries({
  lists: ADMINISTRATION,
  figures: FIGURES,
  settings: SETTINGS,
  'settings of an organization': SETTINGS_OF_ONE,
}))
  test(`the administration, ${name}: the same`, async ({ page }) => {
    await signInAs(page, 'super_admin');
    const { NAME, COMPANY } = await fillViews(page);
    await walk(
      page,
      paths.map((path) => path.replace('NAME', NAME).replace('COMPANY', COMPANY)),
    );
  });

/** What an invitation's link shows depends on the account of its address. */
const ACCOUNTS = {
  none: 'Contraseña',
  exists: 'Ya tienes una cuenta',
  member: 'Ya perteneces a',
  set_up: 'Ya hay una cuenta preparada',
  closed: 'está desactivada o en la papelera',
} satisfies Record<OpenedInvitation['account'], string>;

test('every state of an invitation, and a link that confirms an email: the same', async ({
  page,
  openAs,
  mails,
  request,
  server,
}) => {
  const email = `invitada-${unique()}@example.test`;
  const admin = await openAs('admin');
  await ask(admin, 'POST', '/api/invitations', { email, role: 'user' });
  const { link } = await mails.to(email, { subject: /invita/i });
  await noteShifts(page);
  const answered = await answerInReverse(page);
  const problems: string[] = [];
  for (const [account, said] of Object.entries(ACCOUNTS)) {
    await page.route('**/api/invitations/open', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), account } });
    });
    problems.push(...(await problemsAt(page, link, answered)));
    await expect(page.getByText(said).first()).toBeVisible();
    await page.unroute('**/api/invitations/open');
  }
  await page.route('**/api/invitations/open', (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'invitation.organization_closed', params: { organization: 'Demo Iberia' } },
    }),
  );
  problems.push(...(await problemsAt(page, link, answered)));
  await expect(page.getByRole('heading', { name: 'Ahora no es posible unirse' })).toBeVisible();
  await page.unroute('**/api/invitations/open');
  // Signed in as a person of another organization, or as a super_admin.
  await page.route('**/api/invitations/open', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), email: PEOPLE.otherAdmin, account: 'exists' },
    });
  });
  await signInAs(page, 'otherAdmin');
  problems.push(...(await problemsAt(page, link, answered)));
  await expect(page.getByRole('link', { name: 'Ir a la aplicación' })).toBeVisible();
  await page.context().clearCookies();

  // In another browser than that of the registration, which is asked for names and a password.
  const person = { first_name: 'Eva', last_name: 'Ruiz', email: `nueva-${unique()}@example.test` };
  const data = { ...person, password: PASSWORD_OF_MEMBERS };
  await askWith(request, server.url, 'POST', '/api/accounts', { data });
  const confirmation = (await mails.to(person.email, { subject: /^Confirma/ })).link;
  problems.push(...(await problemsAt(page, confirmation, answered)));
  await page.getByRole('button', { name: 'Confirmar email' }).click();
  await expect(page.getByRole('button', { name: 'Guardar y entrar' })).toBeVisible();
  await settle(page);
  problems.push(...(await lookAtAnyWidth(page)));
  expect(problems).toEqual([]);
});

test('the second step of signing in: the same', async ({ page, mails }) => {
  const person = await becomeMember(page, mails);
  await stand(page, '/admin/profile?tab=security');
  await page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Verificación en dos pasos', exact: true }) })
    .getByRole('button', { name: 'Activar' })
    .click();
  await setUpApp(page);
  await page.context().clearCookies();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await stand(page, '/admin/login');
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
    await expect(page.getByLabel('Código de verificación')).toBeVisible();
    await expect(page).toHaveURL('/admin/login?step=second-factor');
    const problems = [...(await widthOf(page)), ...(await lookAt(page))];
    if (width === 1440) problems.push(...(await lookOnTablet(page)));
    expect(problems).toEqual([]);
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
