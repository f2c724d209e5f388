import type { Page } from '@playwright/test';
import { loginOf } from '../server/src/platform/testing/issuer.ts';
import { ask } from './harness/ask.ts';
import { connectTo } from './harness/database.ts';
import { hold } from './harness/hold.ts';
import { lookAt, lookAtAnyWidth } from './harness/looks.ts';
import { addUser, unique } from './harness/people.ts';
import { connectCompany, signInThere } from './harness/sign-on.ts';
import { ISSUER_ERRORS, test as base } from './harness/outside.ts';
import { DEMO_PASSWORD, expect, PEOPLE } from './harness/test.ts';

/** A real OpenID provider of this file, which the server may reach. */
const test = base.extend({
  serverEnv: [
    async ({ issuer }, use) => {
      await use({ OUTBOUND_ALLOWED_HOSTS: new URL(issuer.url).host });
    },
    { scope: 'worker' },
  ],
});
// One pattern: Playwright takes an array of two, whose second is an object, for a value and its options.
test.use({ expectedErrors: [new RegExp(`${ISSUER_ERRORS.source}|status of 500`)] });

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Contraseña', { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'INICIAR SESIÓN' });
const link = (page: Page) =>
  page.getByRole('link', { name: 'Continuar con el inicio de sesión de tu empresa' });
const complaint = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: 'Por favor completa todos los campos' });

/** A proven domain of the company of the admin on this page. */
const makeCompany = async (...given: Parameters<typeof connectCompany>) =>
  (await connectCompany(...given)).domain;

/** Where all that can be pressed is. */
const places = (page: Page) =>
  page
    .locator('main')
    .locator('input, button, a, select')
    .filter({ hasNotText: 'inicio de sesión de tu empresa' })
    .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));

// SSO6
test('who is new comes in through their company, and gets to where they were going', async ({
  page,
  openAs,
  server,
  issuer,
}) => {
  const address = `ana-${unique()}@${await makeCompany(await openAs('admin'), server, issuer)}`;
  await page.goto('/admin/login?redirect=%2Fadmin%2Fprofile');
  await email(page).fill(address);
  await password(page).click();
  await link(page).click();
  await signInThere(page, address);
  await expect(page).toHaveURL(/\/admin\/profile$/);
  await expect(page.locator('section[aria-label="Resumen"]')).toContainText(address);
});

// SSO6
test('who is here already is the same person, by keyboard alone', async ({
  page,
  openAs,
  server,
  issuer,
}) => {
  const admin = await openAs('admin');
  const domain = await makeCompany(admin, server, issuer);
  const known = await addUser(admin, { email: `luis-${unique()}@${domain}`, first_name: 'Luis' });
  await page.goto('/admin/login?redirect=%2Fadmin%2Fprofile');
  await expect(email(page)).toBeFocused();
  await page.keyboard.type(known.email.toUpperCase());
  await page.keyboard.press('Tab');
  await expect(link(page)).toBeVisible();
  await expect(password(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(link(page)).toBeFocused();
  // From the address itself, one press leads there; it is no fault that a password is missing.
  await page.keyboard.press('Shift+Tab');
  await expect(email(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(link(page)).toBeFocused();
  await expect(complaint(page)).toHaveCount(0);
  await expect(password(page)).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Enter any login')).toBeFocused();
  await page.keyboard.type(loginOf(known.email));
  await page.keyboard.press('Tab');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/profile$/);
  const { items } = await ask<{ items: { id: string }[] }>(
    admin,
    'GET',
    `/api/users?search=${encodeURIComponent(known.email)}`,
  );
  expect(items.map(({ id }) => id)).toEqual([known.id]);
});

// SSO5, SSO6
test('a test says that somebody would be linked, and once they have come in that they are known', async ({
  page,
  openAs,
  server,
  issuer,
}) => {
  const admin = await openAs('admin');
  const { domain, connection } = await connectCompany(admin, server, issuer);
  const known = await addUser(admin, { email: `nora-${unique()}@${domain}`, first_name: 'Nora' });
  await admin.goto(`/admin/settings?tab=security&sign_on=${connection}`);
  const dialog = admin.getByRole('dialog', { name: 'Inicio de sesión único', exact: true });
  await dialog.getByRole('tab', { name: 'Prueba' }).click();
  const opened = admin.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Probar en una ventana' }).click();
  const inWindow = await opened;
  const closed = inWindow.waitForEvent('close');
  await signInThere(inWindow, known.email);
  await closed;
  await expect(dialog).toContainText(`Se vincularía con la cuenta de ${known.email} y entraría`);

  await page.goto(`/api/sso/${connection}/start?redirect=%2Fadmin%2Fprofile`);
  await signInThere(page, known.email);
  await expect(page.locator('section[aria-label="Resumen"]')).toContainText(known.email);
  // The issuer remembers who was there.
  await dialog.getByRole('button', { name: 'Probar otra vez' }).click();
  await expect(dialog).toContainText('Entraría con la cuenta que ya tiene vinculada');
});

// SSO10
test('what is under the pointer stays there when the way through the company comes and goes', async ({
  page,
  openAs,
  server,
  issuer,
}) => {
  const address = `eva@${await makeCompany(await openAs('admin'), server, issuer)}`;
  for (const width of [1440, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/admin/login');
    await expect(page.getByRole('button', { name: 'Login Rápido' })).toBeEnabled();
    const before = await places(page);
    await email(page).fill(address);
    await password(page).focus();
    await expect(link(page)).toBeVisible();
    expect(await places(page), String(width)).toEqual(before);
    await email(page).fill('eva@');
    await expect(link(page)).toHaveCount(0);
    expect(await places(page), String(width)).toEqual(before);
  }
  await email(page).fill(address);
  await password(page).focus();
  await expect(link(page)).toBeVisible();
  expect(await lookAtAnyWidth(page)).toEqual([]);
});

// SSO6
test('without a seat the sign-in says so in both languages, and the admins are told', async ({
  page,
  openAs,
  server,
  issuer,
}) => {
  const admin = await openAs('otherAdmin');
  const address = `ana-${unique()}@${await makeCompany(admin, server, issuer)}`;
  const database = await connectTo(server);
  await database.query(
    'update organizations set max_users = 1 where id = (select organization_id from profiles where email = $1)',
    [PEOPLE.otherAdmin],
  );
  await database.end();
  await page.goto('/admin/login?redirect=%2Fadmin%2Fprofile');
  await email(page).fill(address);
  await email(page).press('Enter');
  await link(page).click();
  await signInThere(page, address);
  await expect(page.getByRole('alert')).toContainText(
    'Tu empresa no tiene plazas libres. Hemos avisado a sus administradores',
  );
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/admin/profile');
  expect(await lookAt(page)).toEqual([]);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('alert')).toContainText('Your company has no free seats');
  await admin.goto('/admin/notifications');
  await expect(admin.getByText(`${address} no ha podido entrar`)).toBeVisible();
});

const CODES = [
  'sso.failed',
  'sso.unreachable',
  'sso.address_refused',
  'sso.no_email',
  'sso.foreign_email',
  'sso.other_person',
  'sso.account_closed',
  'sso.required',
  'organization.seats_full',
  'organization.domain_not_allowed',
];

test('each refusal has a sentence of its own', async ({ page }) => {
  const told = new Set<string>();
  for (const code of [...CODES, 'provider.failed', 'sso.of_no_kind']) {
    await page.goto(`/admin/login?provider_error=${code}`);
    told.add(await page.getByRole('alert').innerText());
  }
  // What is not known reads as a provider that failed.
  expect(told.size).toBe(CODES.length + 1);
});

// SSO10
test('an unknown domain is asked for once, sees nothing new, and the form is as it was', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sso/start')) asked.push(request.postData() ?? '');
  });
  await page.goto('/admin/login');
  const answered = page.waitForResponse('**/api/sso/start');
  await email(page).fill('incompleta@');
  await password(page).focus();
  await email(page).fill(PEOPLE.user);
  await password(page).focus();
  expect(await (await answered).json()).toEqual({ start: null });
  await email(page).focus();
  await email(page).press('Enter');
  await expect(complaint(page)).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(link(page)).toHaveCount(0);
  await password(page).fill(DEMO_PASSWORD);
  await submit(page).click();
  await expect(page).toHaveURL(/\/admin$/);
  expect(asked).toEqual([JSON.stringify({ email: PEOPLE.user })]);
});

test('a look-up without answer holds up nobody, and one that failed is no news', async ({ page }) => {
  const lookUp = await hold(page, 'POST', '**/api/sso/start');
  await page.goto('/admin/login');
  await email(page).fill(PEOPLE.user);
  await email(page).press('Enter');
  await lookUp.asked;
  await expect(complaint(page)).toBeVisible();
  lookUp.letGo();
  await page.unroute('**/api/sso/start');
  await page.route('**/api/sso/start', (route) => route.fulfill({ status: 500, body: 'no' }));
  await email(page).fill(PEOPLE.user2);
  await password(page).fill(DEMO_PASSWORD);
  await submit(page).click();
  await expect(page).toHaveURL(/\/(admin|app)$/);
});
