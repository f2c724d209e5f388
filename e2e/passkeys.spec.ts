import type { Page } from '@playwright/test';
import { becomeMember } from './harness/members.ts';
import { expect, PASSWORD_OF_MEMBERS, test } from './test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const passkeys = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Claves de acceso' }) });

/** An authenticator that verifies its person without asking, as a fingerprint reader would. */
async function plugIn(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

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
  await removing.getByRole('button', { name: 'Eliminar', exact: true }).click();
  await expect(toast(page, 'Clave de acceso eliminada')).toBeVisible();
  await expect(passkeys(page)).toContainText('Todavía no tienes ninguna.');
});
