import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { hold } from './harness/hold.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

// Uploads fail on purpose.
test.use({ expectedErrors: [/(status of 50\d|net::ERR_\w+).*\/api\/imports/] });

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

async function choose(page: Page, title: string, name: string, text: string) {
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  const dialog = dialogOf(page, title);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  return dialog;
}

test('an import is found again after a reload, in the menu while it runs, and among all of them', async ({
  page,
}) => {
  const name = `Larga${unique()}`;
  await signInAs(page, 'admin');
  await page.goto('/admin/tickets');
  const rows = Array.from({ length: 20_000 }, (_, at) => `${name} ${at};Descripción`).join('\n');
  const dialog = await choose(page, 'Importar tickets', 'muchos.csv', `Título;Descripción\n${rows}`);
  await expect(dialog.getByText('20.000 filas en muchos.csv')).toBeVisible();
  await page.reload();
  await expect(dialog.getByText('20.000 filas en muchos.csv')).toBeVisible();
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await dialog.getByRole('button', { name: 'Importar 20.000 filas' }).click({ timeout: 90_000 });
  await expect(dialog.getByRole('progressbar', { name: 'Importando las filas' })).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole('progressbar', { name: 'Importando las filas' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).click();

  const menu = page.getByRole('navigation', { name: 'Menú principal' });
  await menu.getByRole('link', { name: 'Importar y exportar 1 en marcha' }).click();
  const row = page.getByRole('row').filter({ hasText: 'muchos.csv' });
  await row.getByRole('link', { name: 'Importación · Tickets' }).click();
  await dialog.getByRole('button', { name: 'Cancelar importación' }).click();
  await expect(dialog.getByText('La importación se ha cancelado.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(menu.getByRole('link', { name: 'Importar y exportar', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Tus importaciones y exportaciones' }).click();
  await expect(row).toContainText('Cancelada');

  await page.goto('/admin/tickets?import=00000000-0000-4000-8000-000000000000');
  await dialog.getByText('Esta importación ya no existe o ha expirado').waitFor();
  await dialog.getByRole('button', { name: 'Elegir otro archivo' }).click();
  await expect(dialog.getByText('Primero se comprueba cada fila.')).toBeVisible();
});

test('people are imported: errors downloaded, corrected, brought in and undone', async ({ page }) => {
  const name = `Importada${unique()}`;
  await signInAs(page, 'admin');
  await page.goto(`/admin/users?search=${name}`);
  const file = [
    'Nombre;Apellidos;Correo;Perfil',
    `Ana;${name};ana-${name}@example.test;Usuario`,
    `Beto;${name};beto-sin-arroba;Administrador`,
    `Cora;${name};cora-${name}@example.test;jefa`,
  ].join('\r\n');
  let dialog = await choose(page, 'Importar usuarios', 'gente.csv', file);
  await expect(dialog.getByText('3 filas en gente.csv')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Email (obligatorio)' })).toContainText('Correo');
  await dialog.getByRole('combobox', { name: 'Apellidos (obligatorio)' }).click();
  await page.getByRole('option', { name: 'No importar' }).click();
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByText('Elige la columna de este dato.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Apellidos (obligatorio)' }).click();
  await page.getByRole('option', { name: 'Apellidos' }).click();
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByText('1 fila se puede importar')).toBeVisible();
  const rows = dialog.getByRole('list', { name: 'Filas del archivo' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Email: Por favor ingresa un email válido');
  await expect(rows.last()).toContainText(
    'Rol: Valor desconocido. Se admite: usuario (user), administrador (admin).',
  );
  await dialog.getByRole('switch', { name: 'Solo errores' }).click();
  await expect(rows).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Descargar filas con errores' }).click(),
  ]);
  const wrong = readFileSync(await download.path(), 'utf8');
  expect(wrong).toContain('Email: no es un email válido');
  await dialog.getByRole('button', { name: 'Importar 1 fila' }).click();
  await expect(dialog.getByText('1 fila importada')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);

  const corrected = wrong.replace('beto-sin-arroba', `beto-${name}@example.test`).replace('jefa', 'user');
  dialog = await choose(page, 'Importar usuarios', 'corregidas.csv', corrected);
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await dialog.getByRole('button', { name: 'Importar 2 filas' }).click();
  await expect(dialog.getByText('2 filas importadas')).toBeVisible();
  // The list is behind the dialog.
  const people = page.getByRole('row', { includeHidden: true }).filter({ hasText: name });
  await expect(people).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Deshacer importación' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);

  await page.goto('/admin/transfers');
  const first = page.getByRole('row').filter({ hasText: 'gente.csv' });
  await expect(first).toContainText('1 importada, 2 con errores');
  await expect(page.getByRole('row').filter({ hasText: 'corregidas.csv' }).getByRole('button')).toHaveCount(
    0,
  );
  await first.getByRole('button', { name: 'Deshacer importación' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer importación' }).click();
  await expect(toast(page, 'Cambio deshecho')).toBeVisible();
  await expect(first.getByRole('button')).toHaveCount(0);
});

test('a file that does not arrive: the dialog says why, and the same file is sent again at a press', async ({
  page,
}) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  const answers = [
    [{ status: 500, json: {} }, 'Error inesperado del servidor.'],
    [
      { status: 200, contentType: 'text/html', body: '<title>Login</title>' },
      'una respuesta que no se entiende',
    ],
    [{ status: 200, body: '' }, 'una respuesta que no se entiende'],
    [{ status: 204 }, 'una respuesta que no se entiende'],
    [{ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }, 'no está disponible'],
    ['cut', 'No hay conexión con el servidor.'],
  ] as const;
  let answer: (typeof answers)[number][0] | null = answers[0][0];
  await page.route('**/api/imports?*', (route) =>
    answer === null ? route.continue() : answer === 'cut' ? route.abort() : route.fulfill(answer),
  );
  const dialog = await choose(page, 'Importar usuarios', 'una.csv', 'Nombre;Apellidos;Email\r\nA;B;a@b.test');
  const again = dialog.getByRole('button', { name: 'Volver a subir una.csv' });
  for (const [at, [, text]] of answers.entries()) {
    await expect(dialog.getByText(text)).toBeVisible();
    answer = answers[at + 1]?.[0] ?? null;
    await again.click();
  }
  await expect(dialog.getByText('1 fila en una.csv')).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('while the columns are being checked no other file takes their place', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  const dialog = await choose(page, 'Importar usuarios', 'una.csv', 'Nombre;Apellidos;Email\r\nA;B;a@b.test');
  const other = dialog.getByRole('button', { name: 'Elegir otro archivo' });
  await expect(other).toBeEnabled();
  const { asked, letGo } = await hold(page, 'POST', '**/api/imports/*/check');
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await asked;
  await expect(other).toBeDisabled();
  letGo();
  await expect(dialog.getByText('1 fila se puede importar')).toBeVisible();
});

test('an import is taken back from the audit page, which links it and what took it back', async ({
  page,
}) => {
  const name = `Auditada${unique()}`;
  await signInAs(page, 'admin');
  await page.goto(`/admin/users?search=${name}`);
  const people = ['Ana', 'Beto'].map((each) => `${each};${name};${each}-${name}@example.test`.toLowerCase());
  const text = ['Nombre;Apellidos;Email', ...people].join('\r\n');
  const dialog = await choose(page, 'Importar usuarios', `${name}.csv`, text);
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await dialog.getByRole('button', { name: 'Importar 2 filas' }).click();
  await expect(dialog.getByText('2 filas importadas')).toBeVisible();

  await page.goto('/admin/audit?action=transfer.imported');
  await page
    .getByRole('row')
    .filter({ hasText: `${name}.csv` })
    .click();
  const detail = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await detail.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await detail.getByRole('button', { name: 'Ver el cambio que lo deshizo' }).click();
  await expect(detail.getByText(/deshizo una importación/)).toBeVisible();
  await detail.getByRole('button', { name: 'Ver el cambio deshecho' }).click();
  await expect(detail.getByText(/importó datos/)).toBeVisible();
  await page.goto(`/admin/users?search=${name}`);
  await expect(page.getByText('No hay usuarios con los filtros aplicados.')).toBeVisible();
});

test('a read that began before a step was taken does not bring the step before back', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/tickets');
  const read = Promise.withResolvers<void>();
  const checked = page.waitForResponse(/\/api\/imports\/[0-9a-f-]+\/check$/);
  await page.route(
    /\/api\/imports\/[0-9a-f-]+$/,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await checked;
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  const dialog = await choose(page, 'Importar tickets', 'uno.csv', `Título,Descripción\n${unique()},`);
  await read.promise;
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByText('Ninguna fila se puede importar')).toBeVisible();
});

test('companies and tickets are imported the same way; a file that is none is refused in its place', async ({
  page,
}) => {
  const name = `Lote ${unique()}`;
  await signInAs(page, 'super_admin');
  await page.goto('/admin/companies');
  const refused = await choose(page, 'Importar empresas', 'foto.csv', 'PNG\0\0');
  await expect(refused.getByText('El archivo no es un CSV de texto.')).toBeVisible();
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    refused.getByRole('button', { name: 'Descargar plantilla' }).click(),
  ]);
  expect(template.suggestedFilename()).toBe('plantilla-empresas.csv');
  const titles = readFileSync(await template.path(), 'utf8').trimEnd();
  await refused.locator('input[type=file]').setInputFiles({
    name: 'lote.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${titles}\r\n${name};;;;;;\r\n`),
  });
  await refused.getByRole('button', { name: 'Comprobar' }).click();
  await refused.getByRole('button', { name: 'Importar 1 fila' }).click();
  await expect(refused.getByText('1 fila importada')).toBeVisible();
  await page.goto('/admin/tickets');
  const rows = `Asunto,Descripción,Empresa\n${name},No va,${name}\n${name},Otra cosa,ninguna-${name}`;
  const dialog = await choose(page, 'Importar tickets', 'tickets.csv', rows);
  await dialog.getByRole('button', { name: 'Comprobar' }).click();
  await expect(dialog.getByText('No existe ninguna empresa con ese nombre')).toBeVisible();
  await dialog.getByRole('button', { name: 'Importar 1 fila' }).click();
  await expect(dialog.getByText('1 fila importada')).toBeVisible();
});
