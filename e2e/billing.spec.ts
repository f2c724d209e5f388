import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { billingDay } from '../server/src/platform/testing/billing-day.ts';
import { ask } from './harness/ask.ts';
import { chooseMore } from './harness/more.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

type Made = { id: string; name: string };
type MadeInvoice = { id: string; code: string };

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });

/** With a country, without which nothing is issued to it. */
const addCompany = (page: Page, values: object = {}) =>
  ask<Made>(page, 'POST', '/api/organizations', {
    name: `Empresa ${unique()}`,
    country: 'ES',
    ...values,
  });

/** An invoice of 100 before taxes. */
const addInvoice = (page: Page, organization_id: string, description: string) =>
  ask<MadeInvoice>(page, 'POST', '/api/invoices', {
    organization_id,
    lines: [{ description, quantity: 2, unit_price_cents: 5000 }],
  });

/** The first line of an invoice by hand, as a person types it. */
async function fillLine(form: Locator, description: string, quantity: string, price: string): Promise<void> {
  await form.getByLabel('Descripción').fill(description);
  await form.getByLabel('Cantidad').fill(quantity);
  await form.getByLabel('Precio unitario').fill(price);
}

test('an admin sees the subscription and the invoices of the own company, and nothing else', async ({
  page,
  openAs,
}) => {
  const root = await openAs('super_admin');
  await signInAs(page, 'admin');
  const { session } = await ask<{ session: { organization: Made } }>(page, 'GET', '/api/session');
  const own = await addInvoice(root, session.organization.id, `Propia ${unique()}`);
  const other = await addCompany(root);
  const foreign = await addInvoice(root, other.id, `Ajena ${unique()}`);
  await page.goto(`/admin/billing?organization=${other.id}`);
  await expect(page.getByRole('heading', { name: 'Facturación' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plan contratado' })).toBeVisible();
  await expect(page.getByRole('main').getByText(session.organization.name)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Plazas ocupadas' })).toBeVisible();
  await expect(page.getByText(other.name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Cambiar plan|Cambiar estado/ })).toHaveCount(0);
  await page.goto(`/admin/billing?tab=invoices&search=${own.code}`);
  await rowOf(page, own.code).click();
  const sheet = page.getByRole('dialog', { name: `Factura ${own.code}` });
  await expect(sheet.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: /Registrar/ })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Descargar PDF',
    // The installation of the tests names no number of its own.
    /^Descargar factura electrónica \(UBL\)Falta la identificación fiscal del emisor/,
    'Aceptar o rechazar',
    'Ver historial',
  ]);
  await page.keyboard.press('Escape');
  await expect(page).toHaveTitle(`Factura ${own.code} · Atalaya`);
  await page.goto(`/admin/billing?tab=invoices&search=${foreign.code}`);
  await expect(page.getByText('Ninguna factura coincide con los filtros.')).toBeVisible();
  await expect(page.getByText('Nada facturado')).toBeVisible();
  await page.goto(`/admin/billing?tab=invoices&invoice=${foreign.id}`);
  await expect(page.getByRole('dialog').getByText(/no existe o ya no está disponible/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
});

test('an address opens no dialog of what one may not do', async ({ page, openAs }) => {
  const root = await openAs('super_admin');
  await signInAs(page, 'admin');
  const { session } = await ask<{ session: { organization: Made } }>(page, 'GET', '/api/session');
  const own = await addInvoice(root, session.organization.id, `Propia ${unique()}`);
  for (const dialog of ['plan', 'status', 'tax', 'issue']) {
    await page.goto(`/admin/billing?dialog=${dialog}`);
    await expect(page.getByRole('heading', { name: 'Plan contratado' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const dialog of ['pay', 'rectify', 'annul']) {
    await page.goto(`/admin/billing?tab=invoices&invoice=${own.id}&dialog=${dialog}`);
    await expect(page.getByRole('dialog', { name: `Factura ${own.code}` })).toBeVisible();
    await expect(
      page.getByRole('button', { name: /^(Registrar|Emitir rectificativa|Anular factura)$/ }),
    ).toHaveCount(0);
  }
});

for (const width of [1440, 390])
  test(`every payment is listed with its sums, and its invoice is one click away, at ${String(width)} px`, async ({
    page,
    openAs,
  }) => {
    const root = await openAs('super_admin');
    await page.setViewportSize({ width, height: 900 });
    await signInAs(page, 'admin');
    const { session } = await ask<{ session: { organization: Made } }>(page, 'GET', '/api/session');
    const reference = `Recibo ${unique()}`;
    const [own, foreign] = [
      await addInvoice(root, session.organization.id, `Propia ${unique()}`),
      await addInvoice(root, (await addCompany(root)).id, `Ajena ${unique()}`),
    ];
    const pay = (id: string, amount_cents: number, method: string) =>
      ask(root, 'POST', `/api/invoices/${id}/payments`, {
        amount_cents,
        method,
        reference,
        paid_on: '2026-02-28',
      });
    await pay(own.id, 2_500, 'card');
    await pay(own.id, 1_000, 'cash');
    await pay(foreign.id, 700, 'cash');
    await page.goto('/admin/billing');
    await page.getByRole('tab', { name: 'Pagos' }).click();
    await page.getByLabel('Buscar pagos').fill(reference);
    await expect(page.getByRole('heading', { name: 'Pagos (2)' })).toBeVisible();
    await expect(page.getByText('35,00 $ pagado')).toBeVisible();
    if (width === 390) await page.getByRole('button', { name: 'Filtros' }).click();
    await page.getByRole('combobox', { name: 'Forma de pago' }).click();
    await page.getByRole('option', { name: 'Tarjeta' }).click();
    if (width === 390) await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Pagos (1)' })).toBeVisible();
    await expect(page.getByText('25,00 $ pagado')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar', exact: true }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${own.code};card;${reference};USD;2500`);
    await rowOf(page, own.code).click();
    await expect(page.getByRole('dialog', { name: `Factura ${own.code}` })).toBeVisible();
    await root.goto(`/admin/billing?tab=payments&search=${encodeURIComponent(reference)}`);
    await expect(root.getByRole('heading', { name: 'Pagos (3)' })).toBeVisible();
    await expect(rowOf(root, foreign.code)).toContainText('7,00 $');
  });

test('invoices by what is owed: on a phone it is in the card where a part is paid', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const common = unique();
  const owe = async (name: string, unit_price_cents: number) => {
    const { id } = await addCompany(page, { name: `${name} ${common}` });
    const data = { organization_id: id, lines: [{ description: name, quantity: 1, unit_price_cents }] };
    type Owed = { id: string; outstanding_cents: number };
    return ask<Owed>(page, 'POST', '/api/invoices', data);
  };
  await owe('Medio', 20_000);
  await owe('Mucho', 30_000);
  const { id, outstanding_cents } = await owe('Poco', 40_000);
  const payment = { amount_cents: outstanding_cents - 1_234, method: 'cash', paid_on: billingDay() };
  await ask(page, 'POST', `/api/invoices/${id}/payments`, payment);
  await page.goto(`/admin/billing?tab=invoices&search=${common}`);
  const rows = page.getByRole('row').filter({ hasText: common });
  const head = page.getByRole('columnheader').getByRole('button', { name: 'Pendiente' });
  await head.click();
  await expect(rows).toContainText(['Poco', 'Medio', 'Mucho']);
  await head.click();
  await expect(rows).toContainText(['Mucho', 'Medio', 'Poco']);
  await page.setViewportSize({ width: 390, height: 844 });
  const owed = rows.locator('[data-label=Pendiente]');
  await expect(owed.filter({ visible: true })).toHaveText(['12,34 $']);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(88);
});

test('payments by column, currency and days: the address has them, and the file is what the table shows', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const reference = `Recibo ${unique()}`;
  const today = billingDay();
  for (const [name, paid_on, amount_cents, method] of [
    ['Zeta', '2026-01-31', 2_500, 'cash'],
    ['Alfa', today, 700, 'transfer'],
    ['Mu', '2026-02-28', 1_000, 'card'],
  ] as const) {
    const company = await addCompany(page, { name: `${name} ${unique()}` });
    const { id } = await addInvoice(page, company.id, name);
    const payment = { amount_cents, method, reference, paid_on };
    await ask(page, 'POST', `/api/invoices/${id}/payments`, payment);
  }
  await page.goto(`/admin/billing?tab=payments&search=${encodeURIComponent(reference)}`);
  const rows = page.getByRole('row').filter({ hasText: reference });
  const shown = async (names: string[]) => {
    await expect(rows).toContainText(names);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Exportar', exact: true }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n').slice(1);
    expect(lines.map((line) => /(Alfa|Mu|Zeta) /.exec(line)?.[1])).toEqual(names);
  };
  const sortBy = (column: string) =>
    page.getByRole('columnheader').getByRole('button', { name: column }).click();
  const direct = (ascending: string[]) =>
    new URL(page.url()).searchParams.get('order') === 'asc' ? ascending : ascending.toReversed();
  // Each order is another than the one before it.
  for (const [column, sort, ascending] of [
    ['Empresa', 'organization', ['Alfa', 'Mu', 'Zeta']],
    ['Factura', 'invoice', ['Zeta', 'Alfa', 'Mu']],
    ['Forma de pago', 'method', ['Mu', 'Zeta', 'Alfa']],
    ['Importe', 'amount_cents', ['Alfa', 'Mu', 'Zeta']],
  ] as const) {
    await sortBy(column);
    await expect(page).toHaveURL(new RegExp(`paid_sort=${sort}`));
    await shown(direct([...ascending]));
  }
  const before = direct(['Alfa', 'Mu', 'Zeta']);
  await sortBy('Importe');
  await shown(before.toReversed());
  await page.goBack();
  await expect(rows).toContainText(before);
  await page.getByRole('combobox', { name: 'Moneda' }).click();
  await page.getByRole('option', { name: 'USD' }).click();
  await expect(page).toHaveURL(/currency=USD/);
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: /^Fecha del pago/ }).click();
  await page.getByRole('button', { name: 'Este mes' }).click();
  await expect(page).toHaveURL(/from=/);
  await shown(['Alfa']);
});

test('an upgrade shows what it costs to the day before it is made, and an invoice appears', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page, { plan_type: 'basic' });
  await page.goto(`/admin/billing?organization=${company.id}`);
  await page.getByRole('button', { name: 'Cambiar estado' }).click();
  const status = page.getByRole('dialog', { name: 'Cambiar estado' });
  await status.getByRole('button', { name: 'Cambiar estado' }).click();
  await expect(status.getByText('Este campo es obligatorio')).toHaveCount(2);
  await status.getByRole('combobox', { name: 'Nuevo estado' }).click();
  await page.getByRole('option', { name: /Activo/ }).click();
  await status.getByLabel('Motivo').fill('Contrato firmado');
  await status.getByRole('button', { name: 'Cambiar estado' }).click();
  await expect(rowOf(page, 'Motivo: Contrato firmado')).toContainText('29,00 $');
  await page.getByRole('button', { name: 'Cambiar plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar plan' });
  await expect(dialog.getByRole('button', { name: 'Confirmar cambio' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Nuevo plan' }).click();
  await page.getByRole('option', { name: /^Pro/ }).click();
  await expect(dialog.getByText('El cambio se hace ahora y se factura lo que queda')).toBeVisible();
  await expect(fact(page, 'Abono del plan actual')).toContainText('-29,00 $');
  const total = ((await fact(page, 'Total ahora').textContent()) ?? '').replace(/\s/g, ' ');
  const askedAgain: string[] = [];
  page.on('request', (asked) => {
    if (asked.url().includes('/subscription/preview')) askedAgain.push(asked.url());
  });
  await dialog.getByRole('button', { name: 'Confirmar cambio' }).click();
  await expect(toast(page, 'Plan cambiado')).toBeVisible();
  await expect(fact(page, 'Plan')).toHaveText('Pro');
  await expect(rowOf(page, 'Plan: Basic → Pro')).toBeVisible();
  // A change to the plan that it now has would be refused, and the browser's console would say so.
  expect(askedAgain).toEqual([]);
  await page.getByRole('tab', { name: 'Facturas' }).click();
  await expect(page.getByRole('heading', { name: 'Facturas (2)' })).toBeVisible();
  await expect(rowOf(page, total)).toContainText(company.name);
});

test('an invoice is issued, paid in part and then in full', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  await page.goto(`/admin/billing?organization=${company.id}&tab=invoices`);
  await page.getByRole('button', { name: 'Emitir factura' }).click();
  const issue = page.getByRole('dialog', { name: 'Emitir factura' });
  await fillLine(issue, 'Formación', '2', '50.25.1');
  await issue.getByRole('button', { name: 'Emitir factura' }).click();
  await expect(issue.getByLabel('Precio unitario')).toHaveAccessibleDescription(
    'Escribe un importe como 29 o 29,50',
  );
  await issue.getByLabel('Precio unitario').fill('1.050,25');
  // What it will come to, to the cent, before it is issued.
  await expect(fact(page, 'Base imponible')).toHaveText('2.100,50 $');
  await expect(fact(page, 'IVA 21\u00A0%')).toHaveText('441,11 $');
  await expect(fact(page, 'Total')).toHaveText('2.541,61 $');
  await expect(issue.getByText(/^Una factura emitida no se cambia ni se borra/)).toBeVisible();
  await issue.getByRole('button', { name: 'Emitir factura' }).click();
  const sheet = page.getByRole('dialog', { name: /^Factura A-/ });
  await expect(sheet.getByRole('row').filter({ hasText: 'Formación' })).toContainText('2.100,50 $');
  await expect(fact(page, 'IVA 21\u00A0%')).toHaveText('441,11 $');
  await expect(fact(page, 'Total')).toHaveText('2.541,61 $');
  await sheet.getByRole('button', { name: 'Registrar pago' }).click();
  const payment = page.getByRole('dialog', { name: 'Registrar pago' });
  await expect(payment.getByLabel('Importe')).toHaveValue('2541,61');
  await payment.getByLabel('Importe').fill('29,505');
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(payment.getByLabel('Importe')).toHaveAccessibleDescription(
    'Escribe un importe como 29 o 29,50',
  );
  await payment.getByLabel('Importe').fill('5.000');
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(payment.getByText(/^No puede ser más de/)).toBeVisible();
  await payment.getByLabel('Fecha del pago').fill('31/02/2026');
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(payment.getByText('Escribe una fecha válida')).toBeVisible();
  await payment.getByLabel('Fecha del pago').fill('5/1/2026');
  await payment.getByLabel('Importe').fill('21,6');
  await payment.getByLabel('Referencia').fill('TR-1');
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'TR-1' })).toContainText('21,60 $');
  await expect(fact(page, 'Pendiente')).toHaveText('2.520,01 $');
  await expect(fact(page, 'Estado')).toHaveText('Pago parcial21,60 $ de 2.541,61 $ pagado');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, company.name)).toContainText('Pago parcial');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Pago parcial' }).click();
  await expect(page.getByRole('heading', { name: 'Facturas (1)' })).toBeVisible();
  await rowOf(page, company.name).click();
  await sheet.getByRole('button', { name: 'Registrar pago' }).click();
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(fact(page, 'Estado')).toHaveText('Pagada');
  await expect(sheet.getByRole('button', { name: 'Registrar pago' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('search').getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(rowOf(page, company.name)).toContainText('Pagada');
});

test('to a company without a country nothing is issued until it is set, and what was typed stays', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page, { country: null });
  await page.goto(`/admin/billing?organization=${company.id}&tab=invoices`);
  await page.getByRole('button', { name: 'Emitir factura' }).click();
  const issue = page.getByRole('dialog', { name: 'Emitir factura' });
  await fillLine(issue, 'Formación', '1', '100');
  await issue.getByRole('button', { name: 'Emitir factura' }).click();
  await expect(issue.getByRole('combobox', { name: 'Empresa' })).toHaveAccessibleDescription(
    'Falta el país en los datos de facturación de esta empresa.',
  );
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    issue.getByRole('link', { name: 'Indicar el país en otra pestaña' }).click(),
  ]);
  const form = tab.getByRole('dialog', { name: 'Editar empresa' });
  await form.getByRole('combobox', { name: 'País' }).fill('espana');
  await tab.getByRole('option', { name: 'España' }).click();
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(toast(tab, 'Empresa actualizada exitosamente')).toBeVisible();
  await tab.close();
  await issue.getByRole('button', { name: 'Emitir factura' }).click();
  const sheet = page.getByRole('dialog', { name: /^Factura A-/ });
  await expect(sheet.getByRole('row').filter({ hasText: 'Formación' })).toContainText('100,00 $');
});

test.describe('where answers are lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('an invoice that is issued again, and a part payment registered again, are there once', async ({
    page,
  }) => {
    await signInAs(page, 'super_admin');
    const company = await addCompany(page);
    /** The request arrives, the answer to it gets lost. */
    const loseAnswer = (address: string) =>
      page.route(
        address,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    await page.goto(`/admin/billing?organization=${company.id}&tab=invoices`);
    await page.getByRole('button', { name: 'Emitir factura' }).click();
    const issue = page.getByRole('dialog', { name: 'Emitir factura' });
    await fillLine(issue, 'Formación', '1', '100');
    await loseAnswer('**/api/invoices');
    await issue.getByRole('button', { name: 'Emitir factura' }).click();
    await expect(issue.getByRole('alert')).toBeVisible();
    await issue.getByRole('button', { name: 'Emitir factura' }).click();
    const sheet = page.getByRole('dialog', { name: /^Factura A-/ });
    await sheet.getByRole('button', { name: 'Registrar pago' }).click();
    const payment = page.getByRole('dialog', { name: 'Registrar pago' });
    await payment.getByLabel('Importe').fill('21');
    await loseAnswer('**/api/invoices/*/payments');
    await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
    await expect(payment.getByRole('alert')).toBeVisible();
    await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
    await expect(fact(page, 'Pendiente')).toHaveText('100,00 $');
    // Given up after the answer was lost, it is shown all the same.
    await sheet.getByRole('button', { name: 'Registrar pago' }).click();
    await payment.getByLabel('Importe').fill('40');
    await loseAnswer('**/api/invoices/*/payments');
    await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
    await expect(payment.getByRole('alert')).toBeVisible();
    await payment.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(fact(page, 'Pendiente')).toHaveText('60,00 $');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Facturas (1)' })).toBeVisible();
  });
});

test('an invoice is rectified in part and then as a whole, and each leads to the other', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  const { id, code } = await addInvoice(page, company.id, `Error ${unique()}`);
  await page.goto(`/admin/billing?organization=${company.id}&tab=invoices&invoice=${id}`);
  const sheet = page.getByRole('dialog', { name: `Factura ${code}` });
  await chooseMore(sheet, 'Rectificar');
  const question = page.getByRole('dialog', { name: `Rectificar la factura ${code}` });
  await question.getByRole('button', { name: 'Emitir rectificativa' }).click();
  await expect(question.getByText('Este campo es obligatorio')).toBeVisible();
  await question.getByLabel('Motivo').fill('Descuento');
  await question.getByRole('combobox', { name: 'Qué se rectifica', exact: true }).click();
  await page.getByRole('option', { name: /^Una parte/ }).click();
  await question.getByLabel('Descripción').fill('Descuento');
  await question.getByLabel('Precio unitario').fill('-20');
  await expect(fact(page, 'Total tras rectificar')).toHaveText('96,80 $');
  await question.getByRole('button', { name: 'Emitir rectificativa' }).click();
  const rectifying = page.getByRole('dialog', { name: /^Factura rectificativa R-/ });
  await expect(fact(page, 'Motivo')).toHaveText('Descuento');
  await expect(fact(page, 'Tipo de rectificación')).toContainText('R1, por diferencias');
  await expect(fact(page, 'Total')).toHaveText('-24,20 $');
  await rectifying.getByRole('button', { name: code }).click();
  await expect(fact(page, 'Total tras rectificar')).toHaveText('96,80 $');
  await chooseMore(sheet, 'Rectificar');
  await question.getByLabel('Motivo').fill('Emitida por error');
  await question.getByRole('button', { name: 'Emitir rectificativa' }).click();
  await expect(fact(page, 'Total')).toHaveText('-96,80 $');
  await rectifying.getByRole('button', { name: code }).click();
  await expect(fact(page, 'Estado')).toHaveText('Rectificada');
  await sheet.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem', { name: 'Ver historial' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^(Rectificar|Anular)$/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet.getByRole('button', { name: /^R-/ })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(rowOf(page, code)).toContainText('Rectificada');
});

test('an invoice that should never have been issued is annulled with a reason', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  const { id, code } = await addInvoice(page, company.id, `Prueba ${unique()}`);
  await page.goto(`/admin/billing?organization=${company.id}&tab=invoices&invoice=${id}`);
  const sheet = page.getByRole('dialog', { name: `Factura ${code}` });
  await chooseMore(sheet, 'Anular');
  const question = page.getByRole('dialog', { name: `Anular la factura ${code}` });
  await question.getByLabel('Motivo').fill('De prueba');
  await question.getByRole('button', { name: 'Anular factura' }).click();
  await expect(fact(page, 'Estado')).toHaveText('Anulada');
  await expect(fact(page, 'Anulada')).toHaveText('De prueba');
});

/** A company that pays for a plan. */
async function addCustomer(page: Page, plan_type: string): Promise<Made> {
  const company = await addCompany(page, { plan_type });
  const status = { status: 'active', reason: 'Contrato firmado' };
  await ask(page, 'POST', `/api/organizations/${company.id}/subscription/status`, status);
  return company;
}

test('a downgrade waits for the end of the period, and can be taken back until then', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const company = await addCustomer(page, 'pro');
  await page.goto(`/admin/billing?organization=${company.id}`);
  await page.getByRole('button', { name: 'Cambiar plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar plan' });
  await dialog.getByRole('combobox', { name: 'Nuevo plan' }).click();
  await page.getByRole('option', { name: /^Basic/ }).click();
  await expect(dialog.getByText(/^El cambio se hace el .* al terminar el periodo pagado/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirmar cambio' }).click();
  await expect(toast(page, 'Cambio de plan programado')).toBeVisible();
  const notice = page.getByText(/^El .* el plan pasa a Basic \(29,00\s\$\/mes\)$/);
  await expect(notice).toBeVisible();
  await expect(fact(page, 'Plan')).toHaveText('Pro');
  await expect(fact(page, 'Próximo cargo')).toContainText('29,00 $');
  await page.getByRole('button', { name: 'Cancelar el cambio' }).click();
  await expect(toast(page, 'El plan se queda como está')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await expect(fact(page, 'Próximo cargo')).toContainText('99,00 $');
});

test('what is past due is told, and active again once it is paid', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const company = await addCustomer(page, 'basic');
  await page.goto(`/admin/billing?organization=${company.id}`);
  await page.getByRole('button', { name: 'Cambiar estado' }).click();
  const status = page.getByRole('dialog', { name: 'Cambiar estado' });
  await status.getByRole('combobox', { name: 'Nuevo estado' }).click();
  await expect(page.getByRole('option')).toHaveText(['Prueba', 'Vencido', 'Cancelado', 'Inactivo']);
  await page.getByRole('option', { name: 'Vencido' }).click();
  await expect(status.getByText(/^Se sigue facturando y todo se puede usar/)).toBeVisible();
  await expect(status.getByText(/No es un cambio habitual/)).toHaveCount(0);
  await status.getByLabel('Motivo').fill('El banco ha devuelto el recibo');
  await status.getByRole('button', { name: 'Cambiar estado' }).click();
  await expect(page.getByText(/^Hay facturas vencidas desde el/)).toBeVisible();
  await expect(page.getByText('Pendiente de pago: 35,09 $. Si no se paga')).toBeVisible();
  await page.getByRole('tab', { name: 'Facturas' }).click();
  await rowOf(page, company.name).click();
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(toast(page, 'Pago registrado')).toBeVisible();
  await page.goto(`/admin/billing?organization=${company.id}`);
  await expect(fact(page, 'Estado')).toHaveText('Activo');
  await expect(page.getByText(/^Hay facturas vencidas/)).toHaveCount(0);
});

test('reverse charge needs a VAT number of the Union; an invoice says why it bears no tax', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page);
  const treat = async (name: string) => {
    await page.goto(`/admin/billing?organization=${company.id}`);
    await page.getByRole('button', { name: 'Cambiar impuesto' }).click();
    await page.getByRole('combobox', { name: 'Tratamiento' }).click();
    await page.getByRole('option', { name }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
  };
  const shown = async (legend: string) => {
    await expect(toast(page, 'Impuesto cambiado')).toBeVisible();
    const { id } = await addInvoice(page, company.id, 'Licencia');
    await page.goto(`/admin/billing?organization=${company.id}&tab=invoices&invoice=${id}`);
    await expect(page.getByText(legend)).toBeVisible();
    await expect(fact(page, 'Total')).toHaveText('100,00 $');
  };
  await treat('Inversión del sujeto pasivo');
  const dialog = page.getByRole('dialog', { name: 'Cambiar el impuesto' });
  await expect(dialog.getByText(/NIF-IVA válido de otro país de la Unión Europea/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await ask(page, 'PATCH', `/api/organizations/${company.id}`, {
    version: 1,
    country: 'PT',
    tax_id: 'PT503504564',
  });
  await treat('Inversión del sujeto pasivo');
  await shown('Inversión del sujeto pasivo: el impuesto lo liquida el cliente.');
  await treat('Exento');
  await shown('Operación exenta de impuestos.');
});

const contentOf = async (download: Download) => readFile(await download.path());

test('an invoice downloads as PDF from the list and from its sheet, the list as CSV, and paper shows it alone', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const company = await addCompany(page, { tax_id: 'B12345674' });
  const { code } = await addInvoice(page, company.id, 'Formación');
  await page.goto(`/admin/billing?organization=${company.id}&tab=invoices`);
  const download = async (name: string, role: 'link' | 'menuitem' = 'link') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole(role, { name, exact: true }).click(),
    ]);
    return file;
  };
  const listed = await download(`Descargar la factura ${code} en PDF`);
  expect(listed.suggestedFilename()).toBe(`factura-${code}.pdf`);
  const csv = (await contentOf(await download('Exportar'))).toString();
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`${code};open;`);
  // The link in a row is not the row.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rowOf(page, code).click();
  const sheet = page.getByRole('dialog', { name: `Factura ${code}` });
  // Its main action is the only one that is not behind the three dots.
  await expect(sheet.locator('footer').getByRole('button')).toHaveText(['', 'Registrar pago']);
  await sheet.getByRole('button', { name: 'Más acciones' }).click();
  const pdf = await contentOf(await download('Descargar PDF', 'menuitem'));
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.equals(await contentOf(listed))).toBe(true);
  await page.emulateMedia({ media: 'print' });
  // On paper too each has their own name and number, under their own title.
  await expect(sheet.getByRole('region', { name: 'Emisor' })).toHaveText('EmisorAtalaya');
  await expect(sheet.getByRole('region', { name: 'Cliente' })).toHaveText(
    `Cliente${company.name}Identificación fiscal: B12345674 España`,
  );
  await expect(sheet.getByText(`Factura ${code}`).last()).toBeVisible();
  await expect(sheet.getByRole('row').filter({ hasText: 'Formación' })).toBeVisible();
  for (const button of ['Registrar pago', 'Más acciones'])
    await expect(page.getByRole('button', { name: button, includeHidden: true })).toBeHidden();
  await expect(page.getByRole('navigation', { includeHidden: true }).first()).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet.getByRole('button', { name: 'Registrar pago' })).toBeVisible();
});

test('an address of a company that does not exist leads to all invoices', async ({ page }) => {
  await signInAs(page, 'super_admin');
  const nowhere = '01a20bdd-0000-7000-8000-000000000000';
  await page.goto(`/admin/billing?organization=${nowhere}&tab=subscription&dialog=plan`);
  const dialog = page.getByRole('dialog', { name: 'Empresa no disponible' });
  await dialog.getByRole('button', { name: 'Ver todas las facturas' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/billing\?tab=invoices$/);
  await expect(page.getByRole('row')).not.toHaveCount(0);
});
