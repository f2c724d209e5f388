import type { Page } from '@playwright/test';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const rows = (page: Page) => page.getByRole('row').filter({ hasText: /#\d/ });

async function addTicket(page: Page, base: string, title: string): Promise<string> {
  const reply = await page.context().request.post(`${base}/api/tickets`, {
    data: { title, description: 'No funciona.' },
    headers: { origin: base },
  });
  return ((await reply.json()) as { id: string }).id;
}

test('a super_admin narrows tickets down to a company and to who has them, in the address', async ({
  page,
  openAs,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const name = `Filtro ${unique()}`;
  const [here, there] = [await openAs('admin'), await openAs('otherAdmin')];
  await addTicket(here, base, `${name} Iberia`);
  await addTicket(here, base, `${name} otro`);
  await addTicket(there, base, `${name} Atlántica`);
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
  await page.getByRole('search').getByRole('button', { name: 'Asignado a' }).click();
  await page.getByRole('menuitemradio', { name: 'Alba Vigía' }).click();
  await expect(rows(page)).toHaveText([new RegExp(`${name} otro`)]);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveValue('Demo Iberia');
  await expect(page.getByRole('button', { name: 'Asignado a: Alba Vigía' })).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(page).not.toHaveURL(/organization|assigned/);
});

test('a figure narrows the list to what it counts: urgent are those that wait for somebody', async ({
  page,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const name = `Cifra ${unique()}`;
  await signInAs(page, 'admin');
  const send = (path: string, data: object) =>
    page.context().request.post(`${base}${path}`, { data, headers: { origin: base } });
  for (const [title, priority, moved] of [
    ['abierto', 'urgent', null],
    ['empezado', 'urgent', 'start'],
    ['cerrado', 'urgent', 'close'],
    ['sin prisa', 'low', null],
  ] as const) {
    const made = await send('/api/tickets', { title: `${name} ${title}`, description: 'No va.', priority });
    const { id } = (await made.json()) as { id: string };
    if (moved) expect((await send(`/api/tickets/${id}/${moved}`, {})).ok()).toBe(true);
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

test('the bin shows what was deleted, and gives it back', async ({ page, openAs, baseURL }) => {
  const base = baseURL ?? '';
  const title = `Papelera ${unique()}`;
  const customer = await openAs('admin');
  const id = await addTicket(customer, base, title);
  await signInAs(page, 'super_admin');
  const deleted = await page
    .context()
    .request.delete(`${base}/api/tickets/${id}`, { headers: { origin: base } });
  expect(deleted.status()).toBe(200);
  await page.goto(`/admin/tickets?search=${title}`);
  await expect(page.getByText('No hay tickets con los filtros aplicados.')).toBeVisible();
  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(page).toHaveURL(/bin=true/);
  await expect(rows(page)).toHaveText([/hoy/]);
  await rows(page).getByRole('button', { name: 'Restaurar' }).click();
  await expect(page.getByText('No hay tickets en la papelera con los filtros aplicados.')).toBeVisible();
  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(rows(page)).toHaveText([new RegExp(title)]);
  // A person who may not delete has no bin, even with its address.
  await customer.goto(`/admin/tickets?search=${title}&bin=true`);
  await expect(rows(customer)).toHaveText([new RegExp(title)]);
  await expect(customer.getByRole('button', { name: 'Papelera' })).toHaveCount(0);
});
