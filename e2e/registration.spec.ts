import type { Page } from '@playwright/test';
import { unique } from './harness/people.ts';
import { expect, PEOPLE, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Crear Cuenta' });
const CREATED = '¡Cuenta creada! Revisa tu email para confirmar tu registro.';

async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

const person = (address: string) => ({
  Nombre: 'Eva',
  Apellido: 'Ruiz',
  Email: address,
  Contraseña: 'ocho-letras',
  'Confirmar Contraseña': 'ocho-letras',
});

// A7
test('from the form, field by field, through the mail, to the panel', async ({ page, mails }) => {
  const address = `nueva-${unique()}@example.test`;
  await page.goto('/admin/login');
  await page.getByRole('link', { name: 'Crear Cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Crear Cuenta' })).toBeVisible();
  await expect(field(page, 'Contraseña')).toHaveAttribute('placeholder', 'Mínimo 8 caracteres');
  await expect(field(page, 'Contraseña')).toHaveAccessibleDescription(/^Al menos 8 caracteres\./);
  await expect(page.getByRole('button', { name: 'Mostrar contraseña' })).toHaveCount(2);
  for (const link of ['Volver al Login', 'Iniciar sesión'])
    await expect(page.getByRole('link', { name: link })).toHaveAttribute('href', '/admin/login');

  // In this order: the first that is wrong has the focus.
  const steps = [
    { label: 'Nombre', wrong: '   ', right: 'Eva', says: 'El nombre es requerido' },
    { label: 'Apellido', wrong: '', right: 'Ruiz', says: 'El apellido es requerido' },
    { label: 'Email', wrong: '', right: address, says: 'El email es requerido' },
    {
      label: 'Contraseña',
      wrong: 'siete77',
      right: 'ocho-letras',
      says: 'La contraseña debe tener al menos 8 caracteres',
    },
    {
      label: 'Confirmar Contraseña',
      wrong: 'otra',
      right: 'ocho-letras',
      says: 'Las contraseñas no coinciden',
    },
  ];
  await fill(page, Object.fromEntries(steps.map(({ label, wrong }) => [label, wrong])));
  for (const { label, right, says } of steps) {
    await submit(page).click();
    await expect(page.getByText(says)).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await field(page, label).fill(right);
    await expect(page.getByText(says)).toHaveCount(0);
  }
  const [meter, password] = await Promise.all([
    page.getByRole('meter', { name: 'Seguridad de la contraseña' }).boundingBox(),
    field(page, 'Contraseña').boundingBox(),
  ]);
  expect(meter?.width).toBe(password?.width);
  await submit(page).click();
  await expect(toast(page, CREATED)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  await expect(page.getByText(address)).toBeVisible();
  const mail = await mails.to(address);
  expect(mail.subject).toBe('Confirma tu email en Atalaya');

  await page.goto('/admin/login');
  await fill(page, { Email: address, Contraseña: 'ocho-letras' });
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  const refusal = toast(page, 'Confirma tu email antes de iniciar sesión: revisa tu correo.');
  await refusal.getByRole('button', { name: 'Reenviar correo' }).click();
  await expect(
    toast(page, 'Si la cuenta existe y falta confirmarla, te hemos enviado un nuevo correo.'),
  ).toBeVisible();
  const { link } = await mails.to(address);

  // A scanner opens what it finds in mails: that confirms nothing.
  await page.request.get(link);
  await page.goto(link);
  await page.reload();
  await page.getByRole('button', { name: 'Confirmar email' }).click();
  await expect(toast(page, '¡Bienvenido al sistema!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(
    page.getByRole('heading', { name: 'Todavía no perteneces a ninguna empresa' }).first(),
  ).toBeAttached();

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirmar email' }).click();
  await expect(page.getByRole('heading', { name: 'El enlace no es válido' })).toBeVisible();
});

// A12
test('the link asks for name and password in a browser that has not filled in the form', async ({
  page,
  browser,
  mails,
}) => {
  const address = `nueva-${unique()}@example.test`;
  await page.goto('/admin/register');
  await fill(page, person(address));
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  const { link } = await mails.to(address);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Confirmar email' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Termina tu registro' })).toBeVisible();
  const save = elsewhere.getByRole('button', { name: 'Guardar y entrar' });
  await fill(elsewhere, { Contraseña: 'siete77', 'Confirmar Contraseña': 'otra' });
  await save.click();
  await expect(elsewhere.getByText('El nombre es requerido')).toBeVisible();
  await expect(elsewhere.getByText('El apellido es requerido')).toBeVisible();
  await expect(field(elsewhere, 'Nombre')).toBeFocused();
  await expect(elsewhere.getByText('La contraseña debe tener al menos 8 caracteres')).toBeVisible();
  await expect(elsewhere.getByText('Las contraseñas no coinciden')).toBeVisible();
  await fill(elsewhere, { Nombre: 'Olga', Apellido: 'Sanz' });
  await fill(elsewhere, { Contraseña: 'la de su dueña', 'Confirmar Contraseña': 'la de su dueña' });
  await expect(elsewhere.getByRole('meter', { name: 'Seguridad de la contraseña' })).toBeVisible();
  await save.click();
  await expect(toast(elsewhere, '¡Bienvenido al sistema!')).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/admin$/);
  // Not the name that was typed in the other browser.
  await expect(elsewhere.getByText('Olga Sanz').first()).toBeAttached();
  await expect(elsewhere.getByText('Eva Ruiz')).toHaveCount(0);

  await page.goto('/admin/login');
  await fill(page, { Email: address, Contraseña: 'ocho-letras' });
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(toast(page, 'Credenciales incorrectas. Verifica tu email y contraseña.')).toBeVisible();
  await fill(page, { Contraseña: 'la de su dueña' });
  await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await elsewhere.context().close();
});

// A5
test('an address that has an account gets the same answer, and its owner a mail', async ({ page, mails }) => {
  await page.goto('/admin/register');
  await fill(page, person(PEOPLE.user2));
  await submit(page).click();
  await expect(toast(page, CREATED)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeVisible();
  await mails.to(PEOPLE.user2, { subject: /ya tienes|cuenta/i });
  await page.getByRole('link', { name: 'Volver al Login' }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
});
