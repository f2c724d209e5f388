import type { Page } from '@playwright/test';
import { unique } from './harness/people.ts';
import { expect, PEOPLE, test } from './harness/test.ts';

test.use({ serverEnv: { REQUIRE_EMAIL_VERIFICATION: 'false' } });

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });

test('without confirmation of the e-mail an account is usable at once, and a taken address is told', async ({
  page,
}) => {
  await page.goto('/admin/register');
  await page.getByLabel('Nombre').fill('Eva');
  await page.getByLabel('Apellido').fill('Ruiz');
  await page.getByLabel('Email').fill(PEOPLE.admin);
  await page.getByLabel('Contraseña', { exact: true }).fill('ocho-letras');
  await page.getByLabel('Confirmar Contraseña').fill('ocho-letras');
  await page.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(page.getByText('Este email ya está registrado. Intenta iniciar sesión.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(`nueva-${unique()}@example.test`);
  await page.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(toast(page, '¡Cuenta creada exitosamente!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});

test('once it is registered, the form is left even where the session cannot be read', async ({ page }) => {
  await page.goto('/admin/register');
  await page.getByLabel('Nombre').fill('Eva');
  await page.getByLabel('Apellido').fill('Ruiz');
  await page.getByLabel('Email').fill(`nueva-${unique()}@example.test`);
  await page.getByLabel('Contraseña', { exact: true }).fill('ocho-letras');
  await page.getByLabel('Confirmar Contraseña').fill('ocho-letras');
  await page.route('**/api/session', (route) =>
    route.fulfill({ status: 404, json: { code: 'request.not_found' } }),
  );
  await page.getByRole('button', { name: 'Crear Cuenta' }).click();
  await expect(toast(page, '¡Cuenta creada exitosamente!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});
