import type { Page } from '@playwright/test';
import { codeAt, setUpApp } from './harness/authenticator-app.ts';
import { becomeMember } from './harness/members.ts';
import { DEMO_PASSWORD, expect, PASSWORD_OF_MEMBERS, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Claves de API' }) });

// A13
test('a key: made with the scopes chosen by who knows the password, shown once, used by a program, and revoked', async ({
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
  await dialog.getByRole('combobox', { name: 'Expira en' }).click();
  await page.getByRole('option', { name: '30 días' }).click();
  await dialog.getByLabel('Leer Usuarios').check();
  // What a role may not do, its keys are not offered.
  await expect(dialog.getByLabel('Modificar Planes')).toHaveCount(0);
  await dialog.getByLabel('Contraseña actual').fill('otra');
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await expect(dialog.getByLabel('Contraseña actual')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Contraseña actual')).toBeFocused();
  await dialog.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();

  const made = page.getByRole('dialog', { name: 'Tu nueva clave' });
  const token = await made.getByLabel('Clave de API', { exact: true }).inputValue();
  expect(token).toMatch(/^atl_[\w-]{43}$/);
  await made.getByRole('button', { name: 'Copiar' }).click();
  await expect(toast(page, /Copiado|Selecciona el texto/)).toBeVisible();
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

// A13, S9
test('where an app is on, a key asks for its code too; it ends with the other sessions, and is had back', async ({
  page,
  mails,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile?tab=security');
  await page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Verificación en dos pasos', exact: true }) })
    .getByRole('button', { name: 'Activar' })
    .click();
  const { secret, codes } = await setUpApp(page);
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();

  await page.getByRole('tab', { name: 'Claves de API' }).click();
  await card(page).getByRole('button', { name: 'Nueva clave' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nueva clave de API' });
  await dialog.getByLabel('Nombre').fill('Robot');
  await dialog.getByLabel('Leer Tickets').check();
  await dialog.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  const code = dialog.getByLabel('Código de la aplicación o de recuperación');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill('aaaaa-aaaaa');
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await expect(dialog.getByText('El código no es correcto, o ya se ha usado.')).toBeVisible();
  await code.fill(codeAt(secret, 1));
  await dialog.getByRole('button', { name: 'Crear clave' }).click();
  await page.getByRole('button', { name: 'La he guardado' }).click();
  const told = await mails.to(person.email, { subject: /^Clave de API creada$/ });
  expect(told.text).toContain('La clave de API «Robot» se ha creado desde Chrome en Linux');
  expect(told.link).toContain('/admin/profile?tab=keys');

  await page.getByRole('tab', { name: 'Sesiones' }).click();
  const end = async (keys: boolean) => {
    await page.getByRole('button', { name: 'Cerrar las demás' }).click();
    const ending = page.getByRole('dialog', { name: '¿Cerrar todas las demás sesiones?' });
    await expect(ending.getByLabel('También las claves de API')).toBeChecked();
    await ending.getByLabel('También las claves de API').setChecked(keys);
    await ending.getByRole('button', { name: 'Cerrar las demás' }).click();
    await expect(ending).toHaveCount(0);
  };
  await end(false);
  await page.getByRole('tab', { name: 'Claves de API' }).click();
  await expect(card(page).getByRole('button', { name: 'Revocar la clave Robot' })).toBeVisible();
  await page.getByRole('tab', { name: 'Sesiones' }).click();
  await end(true);
  await page.getByRole('tab', { name: 'Claves de API' }).click();
  const ended = card(page).getByRole('listitem').filter({ hasText: 'Robot' });
  await expect(ended).toContainText('Terminó al cerrar tus demás sesiones');
  await ended.getByRole('button', { name: 'Recuperar la clave Robot' }).click();
  const restoring = page.getByRole('dialog', { name: 'Recuperar la clave «Robot»' });
  await restoring.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await restoring.getByLabel('Código de la aplicación o de recuperación').fill(codes[0] ?? '');
  await restoring.getByRole('button', { name: 'Recuperar' }).click();
  await expect(toast(page, 'Clave recuperada')).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Revocar la clave Robot' })).toBeVisible();
  await mails.to(person.email, { subject: /^Clave de API recuperada$/ });
});
