import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readZip } from '../server/src/platform/testing/zip.ts';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

type Made = { id: string; name: string; slug: string };

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar cambios' });
const saved = (page: Page) => expect(toast(page, 'Configuración guardada').first()).toBeVisible();

const addCompany = (page: Page) =>
  ask<Made>(page, 'POST', '/api/organizations', { name: `Empresa ${unique()}` });

test('the settings of the system say who issues invoices, and that their NIF is missing; a company has no such', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { name: 'Emisor de las facturas' })).toBeVisible();
  await expect(page.getByText('Las facturas salen sin la identificación fiscal del emisor')).toBeVisible();
  await page.goto(`/admin/settings?organization=${company.id}`);
  await expect(page.getByLabel('Identificador')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Emisor de las facturas' })).toHaveCount(0);
});

test('a super_admin saves each section of a company chosen in the address, and finds it again', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  await page.goto(`/admin/settings?organization=${company.id}`);
  await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue(company.name);
  const slug = `ajustes-${unique()}`;
  await page.getByLabel('Nombre').fill(' ');
  await save(page).click();
  await expect(page.getByText('Escribe el nombre')).toBeVisible();
  await page.getByLabel('Nombre').fill(`${company.name} Sur`);
  await page.getByLabel('Identificador').fill(slug);
  await page.getByRole('combobox', { name: 'Zona horaria' }).fill('canary');
  await page.getByRole('option', { name: 'Atlantic/Canary' }).click();
  await page.getByRole('combobox', { name: 'Idioma' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Nombre')).toHaveValue(`${company.name} Sur`);
  await expect(page.getByLabel('Identificador')).toHaveValue(slug);
  await expect(page.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue('Atlantic/Canary');

  await page.getByRole('tab', { name: 'Seguridad' }).click();
  await page.getByLabel('Exigir verificación en dos pasos').check();
  await page.getByLabel('Horas sin usar la sesión').fill('25');
  await page.getByLabel('Dominios de email admitidos').fill('norte.test\nno es');
  await save(page).click();
  await expect(page.getByText('Un número entero de 1 a 24')).toBeVisible();
  await expect(page.getByText('«no» no es un dominio')).toBeVisible();
  await page.getByLabel('Horas sin usar la sesión').fill('8');
  await page.getByLabel('Dominios de email admitidos').fill('norte.test, @sur.test');
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Exigir verificación en dos pasos')).toBeChecked();
  await expect(page.getByLabel('Horas sin usar la sesión')).toHaveValue('8');
  await expect(page.getByLabel('Dominios de email admitidos')).toHaveValue('norte.test\nsur.test');

  await page.getByRole('tab', { name: 'Correo' }).click();
  await page.getByLabel('Responder a').fill('nadie');
  await save(page).click();
  await expect(page.getByText('Formato de email inválido')).toBeVisible();
  await page.getByLabel('Responder a').fill('ayuda@norte.test');
  await page.getByLabel('Nombre del remitente').fill('Soporte Norte');
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Nombre del remitente')).toHaveValue('Soporte Norte');
  await expect(page.getByLabel('Responder a')).toHaveValue('ayuda@norte.test');

  await page.getByRole('tab', { name: 'Notificaciones' }).click();
  await expect(page.getByLabel('Ticket cerrado: Pantalla')).toBeChecked();
  await page.getByLabel('Ticket cerrado: Correo').uncheck();
  await save(page).click();
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Ticket cerrado: Correo')).not.toBeChecked();
  await expect(page.getByLabel('Ticket reabierto: Correo')).toBeChecked();
});

test('what is not saved is asked for, and the system has settings of its own', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/settings');
  await expect(page.getByText('Configuración del sistema: vale para todas las empresas.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Valores por defecto' })).toBeVisible();
  await page.getByRole('tab', { name: 'Correo' }).click();
  const name = `Atalaya ${unique()}`;
  await page.getByLabel('Nombre del remitente').fill(name);
  await page.getByRole('tab', { name: 'Seguridad' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByLabel('Nombre del remitente')).toHaveValue(name);
  await save(page).click();
  await saved(page);
  await page.getByRole('tab', { name: 'Seguridad' }).click();
  await expect(page.getByLabel('Horas de sesión en total')).toHaveValue('');
});

test('two who save the same: the second sees both values and chooses', async ({ page, openAs }) => {
  const other = await openAs('super_admin');
  await signInAs(page, 'super_admin');
  const { id } = await addCompany(page);
  const address = `/admin/settings?organization=${id}&tab=mail`;
  await page.goto(address);
  await other.goto(address);
  await page.getByLabel('Nombre del remitente').fill('Mío');
  await other.getByLabel('Nombre del remitente').fill('Suyo');
  await save(other).click();
  await saved(other);
  await save(page).click();
  const row = page.getByRole('row').filter({ hasText: 'Nombre del remitente' });
  await expect(row).toContainText('Mío');
  await expect(row).toContainText('Suyo');
  await page.getByRole('button', { name: 'Mantener lo mío' }).click();
  await save(page).click();
  await saved(page);
  await other.reload();
  await expect(other.getByLabel('Nombre del remitente')).toHaveValue('Mío');
});

test('an admin sees their own organization alone, and never changes the slug', async ({ page, openAs }) => {
  const root = await openAs('super_admin');
  const company = await addCompany(root);
  await signInAs(page, 'admin');
  await page.goto('/admin');
  await page.getByRole('navigation').getByRole('link', { name: 'Configuración' }).click();
  await expect(page.getByLabel('Nombre')).toHaveValue('Demo Iberia');
  await expect(page.getByLabel('Identificador')).toHaveAttribute('readonly', '');
  await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveCount(0);
  await page.goto(`/admin/settings?organization=${company.id}`);
  await expect(page.getByLabel('Nombre')).toHaveValue('Demo Iberia');
});

test('a user has no such screen', async ({ page }) => {
  await signInAs(page, 'user');
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No tienes acceso a esta página');
});

test('a test mail arrives as configured, and the screen tells what the mail server said', async ({
  page,
  mails,
}) => {
  await signInAs(page, 'admin');
  const before = await ask<{ version: number }>(page, 'GET', '/api/settings');
  const sender_name = `Iberia ${unique()}`;
  await ask(page, 'PUT', '/api/settings/mail', {
    version: before.version,
    sender_name,
    reply_to: null,
  });
  await page.goto('/admin/settings?tab=mail');
  await page.getByRole('button', { name: 'Enviar correo de prueba' }).click();
  await expect(
    page.getByText('El servidor de correo ha aceptado el mensaje para admin@demo.test'),
  ).toBeVisible();
  await expect(page.getByText(/^250$/)).toBeVisible();
  const mail = await mails.to('admin@demo.test', { subject: /Correo de prueba de Demo Iberia/ });
  expect(mail.text).toContain('Así llegan los correos de Demo Iberia');
});

test('what is in the bin comes back, or goes for good by a super_admin', async ({ page, openAs }) => {
  const root = await openAs('super_admin');
  await signInAs(page, 'admin');
  const add = (name: string) =>
    ask<Made>(page, 'POST', '/api/users', {
      first_name: name,
      last_name: 'Prueba',
      email: `${unique()}@example.test`,
      role: 'user',
      is_active: true,
    });
  const names = [`Vuelve ${unique()}`, `Fuera ${unique()}`] as const;
  for (const name of names) {
    const { id } = await add(name);
    await ask(page, 'DELETE', `/api/users/${id}`);
  }
  // A page beyond the last one leads to that.
  await page.goto('/admin/settings?tab=data&page=9');
  const item = (on: Page, name: string) => on.getByRole('listitem').filter({ hasText: name });
  await expect(item(page, names[0])).toContainText('quedan 30 días');
  await expect(page.getByRole('button', { name: /^Borrar para siempre/ })).toHaveCount(0);
  await page.getByRole('button', { name: `Restaurar ${names[0]} Prueba` }).click();
  await expect(toast(page, 'restaurado').first()).toBeVisible();
  await expect(item(page, names[0])).toHaveCount(0);

  const company = await addCompany(root);
  await ask(root, 'DELETE', `/api/organizations/${company.id}`, { confirm_name: company.name });
  await root.goto('/admin/settings?tab=data');
  await root.getByRole('button', { name: `Borrar para siempre ${names[1]} Prueba` }).click();
  const question = root.getByRole('alertdialog', { name: `¿Borrar para siempre ${names[1]} Prueba?` });
  await question.getByRole('button', { name: 'Borrar para siempre' }).click();
  await expect(item(root, names[1])).toHaveCount(0);
  await root.getByRole('button', { name: `Borrar para siempre ${company.name}` }).click();
  const typed = root.getByRole('alertdialog', { name: `¿Borrar para siempre ${company.name}?` });
  await expect(typed.getByRole('button', { name: 'Borrar para siempre' })).toBeDisabled();
  await typed.getByRole('textbox').fill(company.name);
  await typed.getByRole('button', { name: 'Borrar para siempre' }).click();
  await expect(item(root, company.name)).toHaveCount(0);
});

test('an admin takes all data away as a zip; a super_admin chooses whose', async ({ page, openAs }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/settings?tab=data');
  await page.getByRole('button', { name: 'Exportar datos' }).click();
  const item = page.getByRole('list', { name: 'Exportaciones' }).getByRole('listitem').first();
  await expect(item).toContainText('Pedida por');
  await expect(item).toContainText('Lista', { timeout: 30_000 });
  await expect(item).toContainText(/\d+ kB · se borra el /);
  const downloading = page.waitForEvent('download');
  await item.getByRole('link', { name: /^Descargar la exportación del / }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^atalaya-.+-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readZip(await readFile(await file.path()));
  const textOf = (name: string) => String(zip.get(name));
  expect(textOf('README.txt')).toMatch(/^Datos de Demo Iberia/);
  const people = JSON.parse(textOf('json/people.json')) as { email: string }[];
  expect(people.map(({ email }) => email)).toContain('admin@demo.test');
  expect(textOf('csv/people.csv')).toContain('admin@demo.test');
  expect(textOf('csv/people.csv')).not.toContain('admin2@demo.test');
  expect(JSON.parse(textOf('json/tickets.json'))).not.toEqual([]);

  const root = await openAs('super_admin');
  await root.goto('/admin/settings?tab=data');
  await expect(root.getByText('Elige una empresa para exportar sus datos.')).toBeVisible();
  await expect(root.getByRole('button', { name: 'Exportar datos' })).toHaveCount(0);
  const listed = root.getByRole('list', { name: 'Exportaciones' }).getByRole('listitem').first();
  await expect(listed).toContainText('Demo Iberia');
});
