import type { Page } from '@playwright/test';
import { addUser } from './harness/people.ts';
import { expect, signIn, test } from './test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const SENT = 'Si hay una cuenta con ese email, recibirás un enlace en unos minutos. Caduca en una hora.';

async function ask(page: Page, address: string) {
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  await expect(page.getByText(SENT)).toBeVisible();
}

async function choose(page: Page, password: string, confirmation = password) {
  await page.getByLabel('Nueva contraseña').fill(password);
  await page.getByLabel('Confirmar contraseña').fill(confirmation);
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
}

// A5, A6
test('the first password, a forgotten one, and a link for each', async ({ page, openAs, browser, mails }) => {
  const person = await addUser(await openAs('admin'));
  const guest = await (await browser.newContext()).newPage();
  await guest.goto((await mails.to(person.email)).link);
  await expect(guest.getByRole('heading', { name: 'Establece tu contraseña' })).toBeVisible();
  await choose(guest, 'clave-primera');
  await expect(toast(guest, 'Contraseña actualizada exitosamente')).toBeVisible();
  await expect(guest).toHaveURL(/\/admin\/login$/);

  // Signed in elsewhere, until the password is another.
  await signIn(page, person.email, 'clave-primera');
  await page.goto('/admin/profile');
  await expect(page.getByRole('complementary')).toContainText(person.email);

  // What was typed at the sign-in need not be typed again.
  await guest.getByLabel('Email').fill(person.email);
  await guest.getByRole('link', { name: '¿Has olvidado tu contraseña?' }).click();
  await expect(guest.getByLabel('Email')).toHaveValue(person.email);
  await expect(guest).toHaveURL(/\/admin\/reset-password$/);
  await guest.getByLabel('Email').fill('');
  await guest.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(guest.getByText('El email es requerido')).toBeVisible();
  await ask(guest, 'nadie@example.test');
  await guest.goto('/admin/reset-password');
  await ask(guest, person.email);
  const { link, subject } = await mails.to(person.email, { subject: /Restablece/ });
  expect(subject).toBe('Restablece tu contraseña de Atalaya');

  await guest.request.get(link);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Elige una contraseña nueva' })).toBeVisible();
  await choose(guest, 'siete77', 'otra');
  await expect(guest.getByText('La nueva contraseña debe tener al menos 8 caracteres')).toBeVisible();
  await expect(guest.getByText('Las contraseñas no coinciden')).toBeVisible();
  await choose(guest, 'clave-segunda');
  await expect(toast(guest, 'Contraseña actualizada exitosamente')).toBeVisible();
  await expect(guest).toHaveURL(/\/admin\/login$/);
  await mails.to(person.email, { subject: /^Tu contraseña de Atalaya ha cambiado$/ });
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/login\?redirect=/);

  for (const [address, title] of [
    [link, 'El enlace ya se ha utilizado'],
    ['/admin/reset-password?token=inventado', 'El enlace no es válido'],
  ] as const) {
    await guest.goto(address);
    await expect(guest.getByRole('heading', { name: title })).toBeVisible();
    await guest.getByRole('button', { name: 'Enviar nuevo enlace' }).click();
    await expect(guest.getByRole('button', { name: 'Enviar enlace' })).toBeVisible();
  }
  await ask(guest, person.email);
  await guest.goto((await mails.to(person.email, { subject: /Restablece/ })).link);
  await choose(guest, 'clave-tercera');
  await expect(toast(guest, 'Contraseña actualizada exitosamente')).toBeVisible();
  await guest.getByLabel('Email').fill(person.email);
  await guest.getByLabel('Contraseña', { exact: true }).fill('clave-tercera');
  await guest.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(guest).toHaveURL(/\/admin$/);
});
