import type { Page } from '@playwright/test';
import { addUser } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('dialog').filter({ hasText: text });

/** Makes two people of a name administrators, from the bar of the list. */
async function promoteTwo(page: Page, name: string): Promise<string> {
  const people = [await addUser(page, { first_name: name }), await addUser(page, { first_name: name })];
  await page.goto(`/admin/users?search=${name}`);
  const boxes = page.getByRole('row').filter({ hasText: name }).getByRole('checkbox');
  await expect(boxes).toHaveCount(2);
  await boxes.first().click();
  await boxes.last().click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Cambiar rol' }).click();
  await page.getByRole('menuitem', { name: 'Administrador' }).click();
  await expect(toast(page, '2 usuarios actualizados a Administrador')).toBeVisible();
  return people[0]!.id;
}
const administrators = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Administrador' });

test('a bulk change of role is undone from its toast', async ({ page }) => {
  const name = `Tostada ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  await promoteTwo(page, name);
  await expect(administrators(page, name)).toHaveCount(2);
  await toast(page, '2 usuarios actualizados').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await expect(administrators(page, name)).toHaveCount(0);
});

test('the same from the audit page, which links the change and its undoing', async ({ page }) => {
  const name = `Auditada ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  const id = await promoteTwo(page, name);
  await page.goto(`/admin/audit?object=${id}`);
  await page.getByRole('row').filter({ hasText: 'cambió el rol de' }).click();
  const detail = page.getByRole('dialog', { name: 'Detalle del cambio' });
  await detail.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await detail.getByRole('button', { name: 'Ver el cambio que lo deshizo' }).click();
  await expect(detail.getByText(/deshizo un cambio de/)).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Ver el cambio deshecho' })).toBeVisible();
  await page.goto(`/admin/users?search=${name}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2);
  await expect(administrators(page, name)).toHaveCount(0);
});

test('a bulk change of tickets is undone from its toast, each to what it was', async ({ page }) => {
  const name = `Lote ${Date.now().toString(36)}`;
  await signInAs(page, 'admin');
  await page.goto(`/admin/tickets?search=${encodeURIComponent(name)}`);
  const base = new URL(page.url()).origin;
  for (const priority of ['low', 'high']) {
    const data = { title: `${name} ${priority}`, description: 'No va.', priority };
    const made = await page
      .context()
      .request.post(`${base}/api/tickets`, { data, headers: { origin: base } });
    expect(made.status()).toBe(201);
  }
  await page.reload();
  const row = (priority: string) => page.getByRole('row').filter({ hasText: `${name} ${priority}` });
  await expect(row('low')).toContainText('Baja');
  await page.getByRole('checkbox', { name: 'Seleccionar todos los de esta página' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Cambiar prioridad' }).click();
  await page.getByRole('menuitem', { name: 'Urgente' }).click();
  for (const each of ['low', 'high']) await expect(row(each)).toContainText('Urgente');
  await toast(page, '2 tickets actualizados').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(page, '2 cambios deshechos')).toBeVisible();
  await expect(row('low')).toContainText('Baja');
  await expect(row('high')).toContainText('Alta');
});
