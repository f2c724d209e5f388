import type { Locator, Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

const report = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const plain = (text: string) => text.replaceAll(/\s/g, ' ').trim();
const cellsOf = async (row: Locator) =>
  (await row.locator('th, td').allInnerTexts()).map((text) => plain(text));

/** The file of a report as rows of cells. */
async function fileOf(page: Page, title: string): Promise<string[][]> {
  const address = await page.getByRole('link', { name: `Descargar CSV de ${title}` }).getAttribute('href');
  const reply = await page.context().request.get(new URL(address ?? '', page.url()).href);
  expect(reply.ok()).toBe(true);
  const lines = (await reply.text()).replace('\uFEFF', '').trimEnd().split('\r\n');
  return lines.map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
}

test('the filters are in the address, Back restores them, and a period stands beside the one before', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reportes');
  const tickets = report(page, 'Volumen de tickets');
  await expect(tickets.getByRole('row')).toHaveCount(32);
  // Where there is nothing to draw it says so in the drawing's place.
  const nothing = page.getByText('No hay nada en este periodo.');
  await expect(page.getByRole('img', { name: /^Gráfico de / }).or(nothing)).toHaveCount(5);
  await page.getByRole('combobox', { name: 'Periodo' }).click();
  await page.getByRole('option', { name: 'Últimos 7 días' }).click();
  await expect(page).toHaveURL(/\?period=7d$/);
  await expect(tickets.getByRole('row')).toHaveCount(9);
  await page.getByRole('switch', { name: 'Comparar con el periodo anterior' }).click();
  await expect(page).toHaveURL(/compare=true/);
  await expect(tickets.getByText(/^antes: /)).toHaveCount(24);
  await expect(page.getByText(/, comparado con /)).toBeVisible();
  await page.goBack();
  await expect(tickets.getByText(/^antes: /)).toHaveCount(0);
  await page.goBack();
  await expect(tickets.getByRole('row')).toHaveCount(32);
  await page.goto('/admin/reports?from=2026-03-28&to=2026-03-30&step=day');
  await expect(tickets.getByRole('row')).toHaveCount(5);
  await expect(tickets.getByRole('rowheader', { name: '29 mar 2026' })).toBeVisible();
});

test('a figure opens its rows, which come to it, page by page; the file holds what the table shows', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/reports?period=year');
  const table = report(page, 'Usuarios por rol y estado');
  const total = table.getByRole('row').filter({ hasText: 'Total' }).last();
  const people = total.getByRole('link').nth(2);
  const shown = (await people.textContent()) ?? '';
  await people.click();
  const dialog = page.getByRole('dialog', { name: 'Total', exact: true });
  await expect(dialog.getByText(`que suman ${shown}`)).toBeVisible();
  await expect(dialog.getByRole('row')).toHaveCount(21);
  await dialog.getByRole('button', { name: 'Página siguiente' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(dialog.getByText('Mostrando 21 a 40 de')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  const administrators = table
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Administrador', exact: true }) });
  const active = administrators.getByRole('link').first();
  const count = plain((await active.textContent()) ?? '');
  await active.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ver en la lista de usuarios' }).click();
  await expect(page).toHaveURL(/\/admin\/users\?/);
  await expect(page.getByText(new RegExp(`^Mostrando 1 a \\d+ de ${count} elementos$`))).toBeVisible();
  await page.goBack();
  await page.keyboard.press('Escape');

  const created = total.getByRole('link').nth(3);
  const brought = plain((await created.textContent()) ?? '');
  await created.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ver en la lista de usuarios' }).click();
  await expect(page).toHaveURL(/created_from=\d{4}-01-01&created_to=/);
  await expect(page.getByText(new RegExp(`^Mostrando 1 a \\d+ de ${brought} elementos$`))).toBeVisible();
  await page.goBack();
  await page.keyboard.press('Escape');

  await page.getByRole('combobox', { name: 'Empresa' }).fill('Demo Iberia');
  await page.getByRole('option', { name: 'Demo Iberia' }).click();
  await expect(page).toHaveURL(/organization=/);
  const own = total.getByRole('link').nth(2);
  await expect(own).not.toHaveText(shown);
  const colleagues = plain((await own.textContent()) ?? '');
  await own.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Ver en la lista de usuarios' }).click();
  await expect(page.getByText(new RegExp(`^Mostrando 1 a \\d+ de ${colleagues} elementos$`))).toBeVisible();
  await page.getByRole('button', { name: 'Quitar el filtro Empresa: Demo Iberia' }).click();
  await expect(page).not.toHaveURL(/organization=/);
  await page.goBack();
  await page.goBack();
  await page.keyboard.press('Escape');

  const file = await fileOf(page, 'Usuarios por rol y estado');
  const rows = await table.getByRole('row').all();
  const seen = await Promise.all(rows.map((row) => cellsOf(row)));
  expect(file).toEqual(seen.map((cells) => cells.map((cell) => cell.replaceAll('.', ''))));
});

test.describe('a failure', () => {
  test.use({ expectedErrors: [/500/] });

  test('an admin reports on the own company alone, and money is not theirs; a report that fails can be read again', async ({
    page,
  }) => {
    await signInAs(page, 'admin');
    await page.goto('/admin/financial-reports');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Reportes financieros');
    await expect(page.getByRole('heading', { name: 'Evolución del MRR' })).toHaveCount(0);
    const failing = /\/api\/reports\?report=(seats|users)/;
    await page.route(failing, (route) =>
      route.fulfill({ status: 500, json: { code: 'server.failed', request_id: 'peticion-1' } }),
    );
    await page.goto('/admin/reports');
    await expect(page.getByRole('combobox', { name: 'Empresa' })).toHaveCount(0);
    const again = page.getByRole('button', { name: 'Reintentar' });
    await expect(again).toHaveCount(1);
    const told = page.getByRole('alert').filter({ has: again });
    await expect(told).toContainText('No se han podido leer 2 reportes.');
    await expect(told).toContainText('Identificador de la petición: peticion-1');
    await page.unroute(failing);
    await again.click();
    const seats = report(page, 'Uso de plazas');
    await expect(seats.getByRole('rowheader')).toHaveText(['Demo Iberia', 'Total']);
    await expect(again).toHaveCount(0);
  });
});

test('a user sees no reports', async ({ page }) => {
  await signInAs(page, 'user');
  await page.goto('/admin/reports');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Reportes');
  await expect(page.getByRole('search', { name: 'Filtros del reporte' })).toHaveCount(0);
});

test('the money: the bridge adds up, a figure opens its ledger, and all of it fits a phone', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/financial-reports?period=year');
  const bridge = report(page, 'Evolución del MRR');
  await expect(bridge.getByRole('row')).toHaveCount(8);
  const file = await fileOf(page, 'Evolución del MRR');
  const amounts = file.slice(1).map((cells) => Math.round(Number(cells[2]?.replace(',', '.')) * 100));
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
  const closing = bridge.getByRole('row').filter({ hasText: 'MRR final' }).getByRole('link').first();
  const shown = plain((await closing.textContent()) ?? '');
  await closing.click();
  const dialog = page.getByRole('dialog', { name: 'MRR final · Importe' });
  await expect(dialog).toContainText(/que suman/);
  expect(plain(await dialog.innerText())).toContain(`que suman ${shown}`);
  await dialog.getByRole('rowheader').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/companies\?company=/);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/admin/financial-reports', '/admin/reports?compare=true']) {
    await page.goto(path);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('img', { name: /^Gráfico de / }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  }
});

test('on a phone a table is as long as its rows: the last days first, all at a press, and every bar has its name', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, 'super_admin');
  await page.goto('/admin/reports?step=day');
  const tickets = report(page, 'Volumen de tickets').first();
  const lines = tickets.getByRole('rowheader').filter({ visible: true });
  // Five days, and the total.
  await expect(lines).toHaveCount(6);
  await tickets.getByRole('button', { name: /^Ver los \d+ días$/ }).click();
  await expect.poll(() => lines.count()).toBeGreaterThan(25);
  const cut = await page
    .getByRole('main')
    .getByRole('region')
    .evaluateAll(
      (all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
          .length,
    );
  expect(cut).toBe(0);
  await tickets.getByRole('button', { name: 'Ver menos' }).click();
  await expect(lines).toHaveCount(6);

  await page.goto('/admin/financial-reports?period=year');
  const bridge = page.getByRole('img', { name: /^Gráfico de Evolución del MRR/ });
  for (const name of [
    'MRR inicial',
    'Nuevo',
    'Reactivación',
    'Expansión',
    'Contracción',
    'Bajas',
    'MRR final',
  ])
    await expect(bridge.getByText(name.replaceAll(' ', '\u00a0'), { exact: true })).toBeVisible();
});

test('a plan has its present name in the reports: its row, its file, and what is behind a figure', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const [before, renamed] = [`Antes ${unique()}`, `Después ${unique()}`];
  const values = {
    name: before,
    price_cents: 1900,
    description: 'Uno',
    features: ['Una cosa'],
    max_users: 10,
  };
  const plan = await ask<{ id: string; key: string; version: number }>(page, 'POST', '/api/plans', values);
  const company = await ask<{ id: string; name: string }>(page, 'POST', '/api/organizations', {
    name: `Empresa ${unique()}`,
    plan_type: plan.key,
    max_users: 10,
    country: 'ES',
  });
  const status = { status: 'active', reason: 'Paga' };
  await ask(page, 'POST', `/api/organizations/${company.id}/subscription/status`, status);
  await ask(page, 'POST', '/api/invoices', {
    organization_id: company.id,
    lines: [{ description: 'Puesta en marcha', quantity: 1, unit_price_cents: 5000 }],
  });
  await ask(page, 'PATCH', `/api/plans/${plan.id}`, { version: plan.version, name: renamed });
  await page.goto('/admin/financial-reports?period=7d');
  const plans = report(page, 'Ingresos por plan');
  await expect(plans.getByRole('rowheader', { name: renamed, exact: true })).toBeVisible();
  await expect(page.getByText(before)).toHaveCount(0);
  const names = (await fileOf(page, 'Ingresos por plan')).map(([name]) => name);
  expect(names).toContain(renamed);
  expect(names).not.toContain(before);
  await report(page, 'Evolución del MRR')
    .getByRole('row')
    .filter({ hasText: 'MRR final' })
    .getByRole('link')
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'MRR final · Importe' });
  await expect(dialog.getByRole('row').filter({ hasText: company.name })).toContainText(renamed);
});

test('who owes most is first, and each figure opens the invoices that it is of', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const name = `Deudora ${unique()}`;
  const { id } = await ask(page, 'POST', '/api/organizations', { name, country: 'ES' });
  // More than all others owe.
  const lines = [{ description: 'Obra', quantity: 1000, unit_price_cents: 100_000_000 }];
  const invoice = await ask<{ id: string; code: string; issued_on: string }>(page, 'POST', '/api/invoices', {
    organization_id: id,
    lines,
  });
  await ask(page, 'POST', `/api/invoices/${invoice.id}/payments`, {
    amount_cents: 100_000_000,
    method: 'transfer',
    paid_on: invoice.issued_on,
  });
  await page.goto('/admin/financial-reports');
  const row = report(page, 'Quién debe más').getByRole('row').nth(1);
  await expect(row.getByRole('rowheader')).toHaveText(name);
  const cells = await cellsOf(row);
  expect(cells.slice(0, 5)).toEqual([name, 'USD', '1', '0,00 $', '1.209.000.000,00 $']);
  expect(cells[5]).toMatch(/^\d{1,2} [a-z]+ \d{4}$/);
  await row.getByRole('link').nth(2).click();
  const dialog = page.getByRole('dialog', { name: `${name} · Pendiente` });
  await expect(dialog.getByText(/^1 fila, que suman 1\.209\.000\.000,00\s\$$/)).toBeVisible();
  await expect(dialog.getByRole('rowheader')).toContainText(invoice.code);
  await dialog.getByRole('link', { name: 'Ver en la lista de facturas' }).click();
  await expect(page.getByRole('heading', { name: 'Facturas (1)' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: invoice.code })).toContainText('Pago parcial');
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveText('Sin pagar');
});

test('a report prints its days, figures, drawings and tables, and nothing of the frame around them', async ({
  page,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await signInAs(page, 'super_admin');
  for (const [path, name] of [
    ['/admin/reports?period=7d', 'Volumen de tickets'],
    ['/admin/financial-reports?period=year', 'Evolución del MRR'],
  ] as const) {
    await stand(page, path);
    await page.getByRole('button', { name: 'Imprimir' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed');
    const rows = await report(page, name).getByRole('row').count();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeHidden();
    await expect(page.getByRole('button', { name: 'Imprimir' })).toHaveCount(0);
    await expect(page.getByRole('search', { name: 'Filtros del reporte' })).toHaveCount(0);
    await expect(report(page, name).getByRole('row')).toHaveCount(rows);
    await expect(page.getByRole('img', { name: /^Gráfico de / }).first()).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
  }
});
