import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { lookAtAnyWidth } from './harness/looks.ts';
import { becomeMember } from './harness/members.ts';
import { addUser } from './harness/people.ts';
import { expect, PASSWORD_OF_MEMBERS, signIn, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const SENT = 'Si hay una cuenta con ese email, recibirás un enlace en unos minutos. Expira en una hora.';

async function askForLink(page: Page, address: string) {
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
  await askForLink(guest, 'nadie@example.test');
  await guest.goto('/admin/reset-password');
  await askForLink(guest, person.email);
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
  await expect(guest).toHaveURL(/\/admin\/login\?redirect=/);
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
  await askForLink(guest, person.email);
  await guest.goto((await mails.to(person.email, { subject: /Restablece/ })).link);
  await choose(guest, 'clave-tercera');
  await expect(toast(guest, 'Contraseña actualizada exitosamente')).toBeVisible();
  await guest.getByLabel('Email').fill(person.email);
  await guest.getByLabel('Contraseña', { exact: true }).fill('clave-tercera');
  await guest.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(guest).toHaveURL(/\/admin\/profile\?tab=security$/);
  await expect(guest.getByRole('heading', { name: 'Revisa quién puede entrar en tu cuenta' })).toBeVisible();
});

// S9
test('after a reset one looks through what else lets somebody in, drops what is not one’s own, and has a key back', async ({
  page,
  mails,
  playwright,
  server,
}) => {
  const person = await becomeMember(page, mails);
  const makeKey = async (name: string) => {
    const data = { name, scopes: ['tickets:read'], expires_in_days: 30, password: PASSWORD_OF_MEMBERS };
    return (await ask<{ token: string }>(page, 'POST', '/api/profile/api-keys', data)).token;
  };
  const token = await makeKey('Copia nocturna');
  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await program.get('/api/tickets')).status()).toBe(200);

  await page.context().clearCookies();
  await page.goto('/admin/reset-password');
  await askForLink(page, person.email);
  await page.goto((await mails.to(person.email, { subject: /Restablece/ })).link);
  await choose(page, 'clave-segunda');
  await expect(toast(page, 'Contraseña actualizada exitosamente')).toBeVisible();
  expect((await program.get('/api/tickets')).status()).toBe(401);
  const told = await mails.to(person.email, { subject: /^Tu contraseña de Atalaya ha cambiado$/ });
  expect(told.text).toContain('También han terminado tus claves de API: «Copia nocturna».');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill('clave-segunda');
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  const review = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Revisa quién puede entrar en tu cuenta' }) })
    .first();
  await expect(review).toContainText('No se ha creado ninguna otra forma de entrar');
  await expect(review).toContainText('Terminó al restablecer tu contraseña');

  // The intruder is in the account still.
  const foreign = { scopes: ['tickets:read'], expires_in_days: 30, password: 'clave-segunda' };
  await ask(page, 'POST', '/api/profile/api-keys', { name: 'Ajena', ...foreign });
  await page.reload();
  const ways = review.getByRole('list', { name: 'Formas de entrar creadas hace poco' }).getByRole('listitem');
  await expect(ways).toHaveCount(1);
  await expect(ways).toContainText(/Clave de API «Ajena».*Creada el .* con .*127\.0\.0\.1/s);
  expect(await lookAtAnyWidth(page)).toEqual([]);
  await ways.getByRole('button', { name: 'Quitar: Clave de API «Ajena»' }).click();
  await page
    .getByRole('dialog', { name: '¿Quitar esta forma de entrar?' })
    .getByRole('button', { name: 'Quitar' })
    .click();
  await expect(ways).toHaveCount(0);

  await review.getByRole('button', { name: 'Recuperar la clave Copia nocturna' }).click();
  const restoring = page.getByRole('dialog', { name: 'Recuperar la clave «Copia nocturna»' });
  await restoring.getByLabel('Contraseña actual').fill('clave-segunda');
  await restoring.getByRole('button', { name: 'Recuperar' }).click();
  await expect(restoring).toHaveCount(0);
  expect((await program.get('/api/tickets')).status()).toBe(200);
  await program.dispose();

  await review.getByRole('button', { name: 'Ya lo he revisado' }).click();
  await expect(review).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Claves de acceso' })).toBeVisible();
  await expect(review).toHaveCount(0);
});
