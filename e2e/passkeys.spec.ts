import type { Page } from '@playwright/test';
import { becomeMember } from './harness/members.ts';
import { plugIn } from './harness/passkeys.ts';
import { expect, PASSWORD_OF_MEMBERS, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const passkeys = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Claves de acceso' }) });

test('a passkey is added, signs in by itself and after the password, is renamed and removed', async ({
  page,
  mails,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile?tab=security');
  await plugIn(page);
  await passkeys(page).getByRole('button', { name: 'Añadir clave de acceso' }).click();
  const adding = page.getByRole('dialog', { name: 'Añadir una clave de acceso' });
  await adding.getByLabel('Nombre').fill('Portátil');
  await adding.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await adding.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await expect(passkeys(page).getByRole('listitem')).toContainText('Portátil');
  await expect(passkeys(page).getByRole('listitem')).toContainText('sin usar todavía');
  await mails.to(person.email, { subject: /Clave de acceso añadida/ });

  await page.context().clearCookies();
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Entrar con una clave de acceso' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.context().clearCookies();
  await page.goto('/admin/login');
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await page.getByRole('button', { name: 'Usar una clave de acceso' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto('/admin/profile?tab=security');
  await expect(passkeys(page).getByRole('listitem')).toContainText('último uso');
  await passkeys(page).getByRole('button', { name: 'Cambiar el nombre de Portátil' }).click();
  const renaming = page.getByRole('dialog', { name: 'Cambiar el nombre' });
  await renaming.getByLabel('Nombre').fill('Casa');
  await renaming.getByRole('button', { name: 'Guardar' }).click();
  await expect(toast(page, 'Nombre cambiado')).toBeVisible();
  await passkeys(page).getByRole('button', { name: 'Eliminar Casa' }).click();
  const removing = page.getByRole('dialog', { name: 'Eliminar la clave de acceso «Casa»' });
  await removing.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  // The only factor proves its owner, unless they would rather type a recovery code.
  await removing.getByRole('button', { name: 'Usar un código' }).click();
  await expect(removing.getByLabel('Código de la aplicación o de recuperación')).toBeVisible();
  await removing.getByRole('button', { name: 'Usar una clave de acceso' }).click();
  await removing.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(toast(page, 'Clave de acceso eliminada')).toBeVisible();
  await expect(passkeys(page)).toContainText('Todavía no tienes ninguna.');
});
