import type { Page } from '@playwright/test';
import { loginOf } from '../server/src/platform/testing/issuer.ts';
import { hold } from './harness/hold.ts';
import { addUser, unique } from './harness/people.ts';
import { ISSUER_ERRORS, test as base } from './harness/outside.ts';
import { DEMO_PASSWORD, expect, signInAs } from './harness/test.ts';

/** A real OpenID provider of this file, known to the server as Google and as Microsoft. */
const test = base.extend({
  serverEnv: [
    async ({ issuer }, use) => {
      await use({ ...issuer.env('GOOGLE'), ...issuer.env('MICROSOFT') });
    },
    { scope: 'worker' },
  ],
});
test.use({ expectedErrors: [ISSUER_ERRORS] });

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Cuentas vinculadas' }) });

/** Fills in the form of the issuer, which opens where no person is signed in there yet. */
async function signInThere(page: Page, login: string) {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Says who one is, and goes to the issuer. */
async function link(page: Page, provider: 'Google' | 'Microsoft') {
  await card(page)
    .getByRole('button', { name: `Vincular ${provider}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Vincular tu cuenta de ${provider}` });
  await dialog.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continuar' }).click();
}

test('a person whom both sides know signs in with Google, and cannot give up the only way in', async ({
  page,
  openAs,
}) => {
  const person = await addUser(await openAs('admin'));
  await page.goto('/admin/login?redirect=%2Fadmin%2Fprofile');
  await expect(page.getByRole('button', { name: 'Continuar con Microsoft' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar con Facebook' }).click();
  await expect(page.getByText('Función de Facebook próximamente disponible')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  await signInThere(page, loginOf(person.email));
  await expect(page).toHaveURL(/\/admin\/profile$/);
  await expect(page.locator('section[aria-label="Resumen"]')).toContainText(person.email);

  await page.getByRole('tab', { name: 'Seguridad' }).click();
  const linked = card(page).getByRole('listitem').filter({ hasText: 'Google' });
  await expect(linked).toContainText(person.email);
  await expect(linked.getByRole('button', { name: 'Desvincular Google' })).toBeDisabled();
  await expect(linked).toContainText('Es tu única forma de entrar');
  await expect(page.getByRole('heading', { name: 'Cambiar contraseña' })).toHaveCount(0);
  await card(page).getByRole('button', { name: 'Establecer contraseña' }).click();
  await expect(page.getByText('Te hemos enviado un enlace para establecer tu contraseña')).toBeVisible();
});

test('a press before the page knows which providers there are waits for that, and goes there', async ({
  page,
}) => {
  const configuration = await hold(page, 'GET', '**/api/configuration');
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  await configuration.asked;
  configuration.letGo();
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
});

// A13
test('an address that the provider does not vouch for is refused, and linked by hand instead', async ({
  page,
  openAs,
}) => {
  const login = loginOf(`otra-${unique()}@example.test`, 'false');
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  await signInThere(page, login);
  await expect(page.getByRole('alert')).toContainText('vincúlala en Mi Perfil');

  const own = await openAs('user2');
  await own.goto('/admin/profile?tab=security');
  await card(own).getByRole('button', { name: 'Vincular Google' }).click();
  const linking = own.getByRole('dialog', { name: 'Vincular tu cuenta de Google' });
  await linking.getByLabel('Contraseña actual').fill('otra');
  await linking.getByRole('button', { name: 'Continuar' }).click();
  await expect(linking.getByLabel('Contraseña actual')).toHaveAttribute('aria-invalid', 'true');
  await linking.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await linking.getByRole('button', { name: 'Continuar' }).click();
  await signInThere(own, login);
  await expect(own).toHaveURL(/\/admin\/profile\?tab=security$/);
  await expect(card(own)).toContainText(login.split(';', 1)[0]!);

  // The issuer still knows the person who signed in there: no form this time.
  await page.getByRole('button', { name: 'Continuar con Google' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await card(own).getByRole('button', { name: 'Desvincular Google' }).click();
  const unlinking = own.getByRole('dialog', { name: '¿Desvincular tu cuenta de Google?' });
  await unlinking.getByRole('button', { name: 'Desvincular' }).click();
  await expect(unlinking.getByText('Escribe tu contraseña actual')).toBeVisible();
  await unlinking.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await unlinking.getByRole('button', { name: 'Desvincular' }).click();
  await expect(card(own).getByRole('button', { name: 'Vincular Google' })).toBeVisible();
});

test('the account that is linked already belongs to one person', async ({ page, openAs }) => {
  const login = loginOf(`una-${unique()}@example.test`, 'false');
  const first = await openAs('otherAdmin');
  await first.goto('/admin/profile?tab=security');
  await link(first, 'Microsoft');
  await signInThere(first, login);
  await expect(card(first).getByRole('button', { name: 'Desvincular Microsoft' })).toBeEnabled();
  await signInAs(page, 'user');
  await page.goto('/admin/profile?tab=security');
  await link(page, 'Microsoft');
  await signInThere(page, login);
  await expect(page.getByRole('alert')).toContainText('ya está vinculada');
});
