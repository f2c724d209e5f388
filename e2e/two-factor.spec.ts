import type { Page } from '@playwright/test';
import { codeAt, setUpApp, showApp } from './harness/authenticator-app.ts';
import { hold } from './harness/hold.ts';
import { becomeMember } from './harness/members.ts';
import { expect, PASSWORD_OF_MEMBERS, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The password alone, on the sign-in page. */
async function givePassword(page: Page, email: string) {
  await page.context().clearCookies({ name: 'atalaya' });
  await page.goto('/admin/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
}

// A10
test('an app is turned on, asked for at sign-in, replaced by a recovery code once, and turned off', async ({
  page,
  mails,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile?tab=security');
  await card(page, 'Verificación en dos pasos').getByRole('button', { name: 'Activar' }).click();
  const { secret, codes } = await setUpApp(page);
  await page.getByRole('button', { name: 'Copiar' }).click();
  await expect(toast(page, 'Códigos copiados')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar' }).click();
  expect((await downloaded).suggestedFilename()).toBe('atalaya-codigos-de-recuperacion.txt');
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await expect(card(page, 'Verificación en dos pasos')).toContainText('Te quedan 10');
  await mails.to(person.email, { subject: /Verificación en dos pasos activada/ });

  await givePassword(page, person.email);
  await expect(page.getByRole('heading', { name: 'Verificación en dos pasos' })).toBeVisible();
  const code = page.getByLabel('Código de verificación');
  await code.fill('000 00');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(codeAt(secret, 1));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await givePassword(page, person.email);
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click();
  await page.getByLabel('Código de recuperación').fill(codes[0] ?? '');
  await page.getByRole('checkbox', { name: /Confiar en este dispositivo/ }).check();
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await mails.to(person.email, { subject: /Se ha usado un código de recuperación/ });

  // A trusted browser is not asked again.
  await givePassword(page, person.email);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/admin/profile?tab=sessions');
  const browsers = card(page, 'Navegadores de confianza');
  const trusted = browsers.getByRole('listitem');
  await expect(trusted).toHaveCount(1);
  await expect(trusted).toContainText(/Chrome en Linux.*Este navegador.*De confianza desde.*último uso/s);
  await browsers.getByRole('button', { name: 'Dejar de confiar en Chrome en Linux' }).click();
  await expect(browsers).toContainText('No confías en ningún navegador.');
  await givePassword(page, person.email);
  await code.fill('aaaaa-aaaaa');
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(codes[2] ?? '');
  await page.getByRole('checkbox', { name: /Confiar en este dispositivo/ }).check();
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto('/admin/profile?tab=sessions');
  await browsers.getByRole('button', { name: 'Quitar todos' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar todos' }).click();
  await expect(browsers).toContainText('No confías en ningún navegador.');
  await page.goto('/admin/profile?tab=security');
  await expect(card(page, 'Verificación en dos pasos')).toContainText('Te quedan 8');
  await card(page, 'Verificación en dos pasos').getByRole('button', { name: 'Crear códigos nuevos' }).click();
  const renewing = page.getByRole('dialog', { name: 'Crear códigos de recuperación nuevos' });
  await renewing.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await renewing.getByRole('button', { name: 'Crear códigos nuevos' }).click();
  await expect(renewing.getByText('Escribe el código')).toBeVisible();
  await renewing.getByLabel('Código de la aplicación o de recuperación').fill(codes[3] ?? '');
  await renewing.getByRole('button', { name: 'Crear códigos nuevos' }).click();
  const fresh = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
  await expect(fresh).toHaveCount(10);
  const [first = ''] = await fresh.allInnerTexts();
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await card(page, 'Verificación en dos pasos').getByRole('button', { name: 'Desactivar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desactivar la aplicación de verificación' });
  await dialog.getByLabel('Contraseña actual').fill(PASSWORD_OF_MEMBERS);
  await dialog.getByLabel('Código de la aplicación o de recuperación').fill(first);
  await dialog.getByRole('button', { name: 'Desactivar' }).click();
  await expect(toast(page, 'Aplicación de verificación desactivada')).toBeVisible();
  await expect(
    card(page, 'Verificación en dos pasos').getByRole('button', { name: 'Activar' }),
  ).toBeVisible();
});

test('an admin resets a person who has lost their app: the password alone lets them in again', async ({
  page,
  mails,
  openAs,
}) => {
  const person = await becomeMember(page, mails);
  await page.goto('/admin/profile?tab=security');
  await card(page, 'Verificación en dos pasos').getByRole('button', { name: 'Activar' }).click();
  await setUpApp(page);
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();

  const admin = await openAs('admin');
  await admin.goto(`/admin/users?search=${person.last_name}`);
  await admin.getByRole('button', { name: /^Más acciones para / }).click();
  await admin.getByRole('menuitem', { name: 'Restablecer verificación en dos pasos' }).click();
  await admin.getByRole('button', { name: 'Restablecer', exact: true }).click();
  await expect(toast(admin, /^Verificación en dos pasos de .* restablecida/)).toBeVisible();
  await mails.to(person.email, { subject: /Verificación en dos pasos restablecida/ });

  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login/);
  await givePassword(page, person.email);
  await expect(page).toHaveURL(/\/admin$/);
});

test('recovery codes are shown also where the dialog was closed before they came', async ({
  page,
  mails,
}) => {
  await becomeMember(page, mails);
  await page.goto('/admin/profile?tab=security');
  await card(page, 'Verificación en dos pasos').getByRole('button', { name: 'Activar' }).click();
  await showApp(page);
  const secret = await page.locator('code').innerText();
  const { asked, letGo } = await hold(page, 'POST', '**/api/profile/two-factor/**');
  await page.getByLabel('Código de 6 dígitos').fill(codeAt(secret, 0));
  await page.getByRole('button', { name: 'Verificar y activar' }).click();
  await asked;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letGo();
  await expect(page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')).toHaveCount(
    10,
  );
});
