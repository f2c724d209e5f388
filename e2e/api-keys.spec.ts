import type { Page } from '@playwright/test';
import { expect, signInAs, test } from './test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Claves de API' }) });

test('a key: made with the scopes chosen, shown once, used by a program, and revoked', async ({
  page,
  server,
  playwright,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/profile?tab=keys');
  await card(page).getByRole('button', { name: 'Nueva clave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva clave de API' });
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await expect(dialog.getByText('Escribe un nombre')).toBeVisible();
  await expect(dialog.getByText('Elige al menos un permiso')).toBeVisible();
  await dialog.getByLabel('Nombre').fill('Copia nocturna');
  await dialog.getByRole('combobox', { name: 'Caduca en' }).click();
  await page.getByRole('option', { name: '30 días' }).click();
  await dialog.getByLabel('Leer Usuarios').check();
  // What a role may not do, its keys are not offered.
  await expect(dialog.getByLabel('Modificar Planes')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();

  const made = page.getByRole('dialog', { name: 'Tu nueva clave' });
  const token = await made.getByLabel('Clave de API').inputValue();
  expect(token).toMatch(/^atl_[\w-]{43}$/);
  await made.getByRole('button', { name: 'Copiar' }).click();
  await expect(toast(page, /Clave copiada|Selecciona la clave/)).toBeVisible();
  await made.getByRole('button', { name: 'La he guardado' }).click();
  await expect(made).toHaveCount(0);
  const item = card(page).getByRole('listitem').filter({ hasText: 'Copia nocturna' });
  await expect(item).toContainText(token.slice(0, 12));
  await expect(item).toContainText('Usuarios: leer');
  await expect(item).toContainText('Sin usar');

  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get('/api/users')).status()).toBe(200);
  expect((await program.get('/api/tickets')).status()).toBe(403);
  await page.reload();
  await expect(item).toContainText('Usada por última vez');
  await item.getByRole('button', { name: 'Revocar la clave Copia nocturna' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click();
  await expect(item).toHaveCount(0);
  expect((await program.get('/api/users')).status()).toBe(401);
  await program.dispose();
});
