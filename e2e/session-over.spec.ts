import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { hold } from './harness/hold.ts';
import { lookAtAnyWidth } from './harness/looks.ts';
import { DEMO_PASSWORD, expect, PEOPLE, signInAs, test } from './harness/test.ts';

const over = (page: Page) => page.getByRole('alertdialog', { name: 'Tu sesión ha terminado' });
/** As another tab does. */
const signOut = (page: Page) => ask(page, 'DELETE', '/api/session');
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('what was typed in a dialog outlives its session, and is sent after a sign-in in another tab', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Agregar Usuario' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar Usuario' });
  const last = `Vuelta ${crypto.randomUUID()}`;
  await dialog.getByLabel('Nombre').fill('Lucía');
  await dialog.getByLabel('Apellido').fill(last);
  await dialog.getByLabel('Email').fill(`${crypto.randomUUID()}@example.test`);
  // Held: a read in the background may find out first.
  const { asked, letGo } = await hold(page, 'POST', '**/api/users');
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await asked;
  await signOut(page);
  letGo();
  await expect(over(page)).toBeVisible();
  await expect(page.getByText(PEOPLE.admin).first()).toBeHidden();
  await expect(page.getByLabel('Apellido')).toBeHidden();
  await page.keyboard.press('Escape');
  await comeBack(page);
  await expect(over(page)).toBeVisible();
  expect(await lookAtAnyWidth(page)).toEqual([]);

  const opened = page.context().waitForEvent('page');
  await over(page).getByRole('link', { name: 'Iniciar sesión en otra pestaña' }).click();
  const other = await opened;
  await other.getByLabel('Email', { exact: true }).fill(PEOPLE.admin);
  await other.getByLabel('Contraseña', { exact: true }).fill(DEMO_PASSWORD);
  await other.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(other).toHaveURL(/\/admin$/);
  await other.close();

  await comeBack(page);
  await expect(over(page)).toHaveCount(0);
  await expect(dialog.getByLabel('Apellido')).toHaveValue(last);
  await dialog.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Lucía ${last}`, { exact: true })).toBeVisible();
});

test.describe('a form of a page', () => {
  /** Types a name, and lets a read of the page find that the session has ended. */
  async function typeAndLose(page: Page) {
    await signInAs(page, 'admin');
    await page.clock.install();
    await page.goto('/admin/profile');
    await page.getByLabel('Nombre').fill('A medias');
    await signOut(page);
    await page.clock.fastForward('02:00');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(over(page)).toBeVisible();
  }

  test('stays until the same person is back', async ({ page }) => {
    await typeAndLose(page);
    await signInAs(page, 'admin');
    await comeBack(page);
    await expect(over(page)).toHaveCount(0);
    await expect(page.getByLabel('Nombre')).toHaveValue('A medias');
  });

  test('is not for whoever else comes', async ({ page }) => {
    await typeAndLose(page);
    await signInAs(page, 'otherAdmin');
    await comeBack(page);
    await expect(over(page)).toHaveCount(0);
    await expect(page.getByLabel('Email')).toHaveValue(PEOPLE.otherAdmin);
    await expect(page.getByLabel('Nombre')).not.toHaveValue('A medias');
  });

  test('is left where one says so', async ({ page }) => {
    await typeAndLose(page);
    await over(page).getByRole('button', { name: 'Descartar y salir' }).click();
    await expect(page).toHaveURL(/\/admin\/login\?redirect=/);
    await expect(page.getByRole('button', { name: 'INICIAR SESIÓN' })).toBeVisible();
  });
});
