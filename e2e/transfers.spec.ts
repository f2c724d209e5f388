import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { addUser } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });

test('every list leads to what was imported and exported', async ({ page }) => {
  await signInAs(page, 'super_admin');
  for (const path of ['/admin/users', '/admin/companies', '/admin/tickets']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Tus importaciones y exportaciones' }).click();
    await expect(page.getByRole('heading', { name: 'Importar y exportar', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/transfers$/);
  }
});

test('an export holds what the filtered list holds, and is told of on another screen', async ({ page }) => {
  const name = `Exportada ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  const people = [await addUser(page, { first_name: name }), await addUser(page, { first_name: name })];
  await page.goto(`/admin/users?search=${name}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await toast(page, 'Exportación en marcha').getByRole('button', { name: 'Ver progreso' }).click();
  await expect(page.getByRole('heading', { name: 'Importar y exportar', level: 1 })).toBeVisible();
  const ready = toast(page, 'Exportación lista: usuarios.csv');
  await expect(ready).toContainText('2 filas');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    ready.getByRole('button', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('usuarios.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFNombre;Apellidos;Email;Teléfono;Cargo;Rol;Activo;Empresa;Último acceso;Creado',
  );
  expect(new Set(lines.slice(1).map((line) => line.split(';')[1]))).toEqual(
    new Set(people.map((person) => person.last_name)),
  );
  expect(lines).toHaveLength(3);
  const row = page.getByRole('table', { name: 'Tus importaciones y exportaciones' }).getByRole('row').nth(1);
  await expect(row.getByText('Lista')).toBeVisible();
  await expect(row.getByRole('link', { name: 'Descargar' })).toBeVisible();
});

test.describe('where answers are lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 503/] });

  test('an export whose progress could not be read does not count as failed', async ({ page }) => {
    await signInAs(page, 'admin');
    const person = await addUser(page);
    await page.goto(`/admin/users?search=${person.last_name}`);
    await expect(page.getByRole('row').filter({ hasText: person.email })).toBeVisible();
    await page.route('**/api/transfers/exports', async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), state: 'running' };
      await route.fulfill({ response, json });
    });
    let asked = 0;
    await page.route(/\/api\/transfers\/[-0-9a-f]{36}$/, (route) => {
      asked += 1;
      if (asked === 1) return route.abort();
      if (asked === 2) return route.fulfill({ status: 503, json: { code: 'server.unavailable' } });
      return route.continue();
    });
    await page.getByRole('button', { name: 'Exportar' }).click();
    await expect(toast(page, 'Exportación lista: usuarios.csv')).toBeVisible();
  });
});

test('companies and tickets are exported the same way', async ({ page }) => {
  await signInAs(page, 'super_admin');
  for (const [address, file] of [
    ['/admin/companies?status=trial', 'empresas.csv'],
    ['/admin/tickets?priority=urgent', 'tickets.csv'],
  ]) {
    await page.goto(address!);
    await page.getByRole('button', { name: 'Exportar' }).click();
    await expect(toast(page, `Exportación lista: ${file}`)).toBeVisible();
  }
});
