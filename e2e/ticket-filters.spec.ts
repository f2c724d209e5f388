import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const rows = (page: Page) => page.getByRole('row').filter({ hasText: /#\d/ });

const addTicket = async (page: Page, title: string) =>
  (await ask(page, 'POST', '/api/tickets', { title, description: 'No funciona.' })).id;

test('a super_admin narrows tickets down to a company and to who has them, in the address', async ({
  page,
  openAs,
}) => {
  const name = `Filtro ${unique()}`;
  const [here, there] = [await openAs('admin'), await openAs('otherAdmin')];
  await addTicket(here, `${name} Iberia`);
  await addTicket(here, `${name} otro`);
  await addTicket(there, `${name} Atlántica`);
  await signInAs(page, 'super_admin');
  await page.goto(`/admin/tickets?search=${name}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Empresa' }).fill('Demo Iberia');
  await page.getByRole('option', { name: /^Demo Iberia/ }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/organization=[0-9a-f-]{36}/);
  await expect(page.getByRole('list', { name: 'Resumen de los tickets' })).toContainText('Abiertos2');

  await rows(page)
    .filter({ hasText: `${name} otro` })
    .getByRole('checkbox')
    .click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Asignar' }).click();
  const assign = page.getByRole('dialog', { name: 'Asignar 1 ticket' });
  await assign.getByRole('combobox', { name: 'Asignar a' }).click();
  await page.getByRole('option', { name: /^Alba Vigía/ }).click();
  await assign.getByRole('button', { name: 'Asignar' }).click();
  await expect(rows(page).filter({ hasText: 'Alba Vigía' })).toHaveCount(1);
  const openMore = () => page.getByRole('button', { name: /^Más filtros/ }).click();
  await openMore();
  await page.getByRole('dialog').getByRole('button', { name: 'Asignado a' }).click();
  await page.getByRole('menuitemradio', { name: 'Alba Vigía' }).click();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveText([new RegExp(`${name} otro`)]);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue('Demo Iberia');
  await expect(page.getByRole('button', { name: 'Más filtros (1)' })).toBeVisible();
  await openMore();
  await expect(page.getByRole('button', { name: 'Asignado a: Alba Vigía' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(page).not.toHaveURL(/organization|assigned/);
  await openMore();
  for (const [name, all] of [
    ['Estado', 'Todos los estados'],
    ['Prioridad', 'Todas las prioridades'],
    ['Asignado a', 'Todas las asignaciones'],
  ] as const)
    await expect(page.getByRole('button', { name: `${name}: ${all}` })).toHaveText(all);
  await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveAttribute(
    'placeholder',
    'Todas las empresas',
  );
});

test('a figure narrows the list to what it counts: urgent are those that wait for somebody', async ({
  page,
}) => {
  const name = `Cifra ${unique()}`;
  await signInAs(page, 'admin');
  for (const [title, priority, moved] of [
    ['abierto', 'urgent', null],
    ['empezado', 'urgent', 'start'],
    ['cerrado', 'urgent', 'close'],
    ['sin prisa', 'low', null],
  ] as const) {
    const ticket = { title: `${name} ${title}`, description: 'No va.', priority };
    const { id } = await ask(page, 'POST', '/api/tickets', ticket);
    if (moved) await ask(page, 'POST', `/api/tickets/${id}/${moved}`, {});
  }
  await page.goto(`/admin/tickets?search=${name}`);
  const figures = page.getByRole('list', { name: 'Resumen de los tickets' });
  await expect(rows(page)).toHaveCount(4);
  await expect(figures).toContainText('Urgentes2');
  await figures.getByRole('button', { name: 'Urgentes' }).click();
  await expect(page.getByRole('button', { name: 'Estado: Sin resolver' })).toBeVisible();
  await expect(rows(page)).toHaveText([/empezado/, /abierto/]);
  await figures.getByRole('button', { name: 'En Progreso' }).click();
  await expect(rows(page)).toHaveText([/empezado/]);
  await page.goto(`/admin/tickets?search=${name}&status=in_progress`);
  await expect(figures).toContainText('Urgentes1');
  await figures.getByRole('button', { name: 'Urgentes' }).click();
  await expect(page).toHaveURL(/status=in_progress&priority=urgent/);
  await expect(rows(page)).toHaveText([/empezado/]);
});

test('the list says who is waited for and what moved last, and goes by both', async ({ page, openAs }) => {
  const name = `Turno ${unique()}`;
  const customer = await openAs('user');
  const answered = await addTicket(customer, `${name} contestado`);
  await addTicket(customer, `${name} nuevo`);
  await signInAs(page, 'super_admin');
  const answer = { body: 'Lo miramos.', seen_message_id: null };
  await ask(page, 'POST', `/api/tickets/${answered}/messages`, answer);
  await page.goto(`/admin/tickets?search=${name}`);
  await expect(rows(page)).toHaveText([/nuevo.*Soporte/, /contestado.*Cliente/]);
  // The priority is told once: by its badge.
  await expect(rows(page).first().getByRole('cell').nth(1).locator('svg')).toHaveCount(0);
  await rows(page).first().click();
  const dialog = page.getByRole('dialog', { name: `${name} nuevo` });
  await expect(dialog.getByText('Media', { exact: true })).toHaveCount(1);
  await expect(dialog.getByRole('heading', { name: `${name} nuevo` }).locator('svg')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('columnheader', { name: 'Actualizado' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'Actualizado' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=updated_at/);
  await expect(rows(page)).toHaveText([/contestado/, /nuevo/]);
  await page.getByRole('button', { name: 'Más filtros' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Espera a' }).click();
  await page.getByRole('menuitemradio', { name: 'Cliente' }).click();
  await expect(rows(page)).toHaveText([/contestado/]);
  await customer.goto(`/admin/tickets?search=${name}`);
  await expect(rows(customer)).toHaveText([/nuevo.*Soporte/, /contestado.*Ti/]);
});

test('the bin shows what was deleted, and gives it back', async ({ page, openAs }) => {
  const title = `Papelera ${unique()}`;
  const customer = await openAs('admin');
  const id = await addTicket(customer, title);
  await signInAs(page, 'super_admin');
  await ask(page, 'DELETE', `/api/tickets/${id}`);
  await page.goto(`/admin/tickets?search=${title}`);
  await expect(page.getByText('No hay tickets con los filtros aplicados.')).toBeVisible();
  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(page).toHaveURL(/bin=true/);
  const item = page.getByRole('listitem').filter({ hasText: title });
  await expect(item).toContainText('Eliminado por Alba Vigía');
  await expect(item).toContainText('quedan 30 días');
  await item.getByRole('button', { name: `Restaurar ${title}` }).click();
  await expect(page.getByText('No hay nada en la papelera con esa búsqueda.')).toBeVisible();
  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(rows(page)).toHaveText([new RegExp(title)]);
  // A person who may not delete has no bin, even with its address.
  await customer.goto(`/admin/tickets?search=${title}&bin=true`);
  await expect(rows(customer)).toHaveText([new RegExp(title)]);
  await expect(customer.getByRole('button', { name: 'Papelera' })).toHaveCount(0);
});
