import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { violationsIn } from './harness/axe.ts';
import { makeCollectable, makeCompanyInEuros, comeDue, IBAN } from './harness/direct-debits.ts';
import { KNOWN_ISSUER } from './harness/issuer.ts';
import { firstRow } from './harness/lists.ts';
import { noteShifts, shiftsOf, widthOf } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { stand } from './harness/stand.ts';
import { expect, signInAs, test } from './harness/test.ts';

// A server whose other tests do not mind invoices in euros.
test.use({ serverEnv: KNOWN_ISSUER });

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar fichero' }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}

test.describe('who collects, a mandate, and its run', () => {
  test.use({ expectedErrors: [/400/] });
  test('a mandate is signed and amended, its invoice collected by a run, and one that comes back is owed again', async ({
    page,
    server,
  }) => {
    const asking = <T>(...[method, path, data]: [Parameters<typeof ask>[1], string, object?]) =>
      ask<T>(page, method, path, data);
    await signInAs(page, 'super_admin');
    const company = await makeCompanyInEuros(asking);
    const { name } = company;
    const invoice = await asking<{ id: string; code: string }>('POST', '/api/invoices', {
      organization_id: company.id,
      lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
    });

    await page.goto('/admin/billing?tab=invoices');
    await page.getByRole('link', { name: 'Mandatos' }).click();
    await page.getByRole('button', { name: 'Configurar' }).click();
    const creditor = dialog(page, 'Configurar el acreedor');
    await creditor.getByLabel('Nombre').fill('Emisora, S.L.');
    await creditor.getByLabel('IBAN').fill('ES91 2100 0418 4502 0005 1333');
    await creditor.getByLabel('Identificador de acreedor').fill('DE98ZZZ09999999999');
    await creditor.getByLabel('Días hábiles de antelación (CORE)').fill('1');
    await creditor.getByRole('button', { name: 'Guardar' }).click();
    await expect(creditor.getByLabel('IBAN')).toHaveAccessibleDescription('El valor no es válido');
    await creditor.getByLabel('IBAN').fill('ES91 2100 0418 4502 0005 1332');
    expect(await violationsIn(page)).toEqual([]);
    await creditor.getByRole('button', { name: 'Guardar' }).click();
    await expect(toast(page, 'Acreedor configurado')).toBeVisible();

    await page.getByRole('button', { name: 'Añadir mandato' }).click();
    const signing = dialog(page, 'Añadir mandato');
    await signing.getByRole('combobox', { name: 'Empresa' }).fill(name);
    await page.getByRole('option', { name }).click();
    const reference = `M-${unique()}`;
    await signing.getByLabel('Referencia').fill(reference);
    await signing.getByLabel('Titular de la cuenta').fill('Cliente, S.A.');
    await signing.getByLabel('IBAN').fill(IBAN);
    expect(await violationsIn(page)).toEqual([]);
    await signing.getByRole('button', { name: 'Añadir', exact: true }).click();
    await dialog(page, reference).getByRole('button', { name: 'Modificar' }).click();
    const amending = dialog(page, `Modificar el mandato ${reference}`);
    await amending.getByLabel('IBAN').fill('DE89370400440532013000');
    await amending.getByRole('button', { name: 'Guardar' }).click();
    const mandate = dialog(page, reference);
    await expect(mandate.getByRole('listitem').first()).toContainText(
      'IBAN: ES91 •••• 1332 → DE89 •••• 3000',
    );
    expect(await violationsIn(page)).toEqual([]);
    await mandate.getByRole('button', { name: 'Cerrar' }).click();

    await page.getByRole('link', { name: 'Remesas' }).click();
    await page.getByRole('button', { name: 'Nueva remesa' }).click();
    const making = dialog(page, 'Nueva remesa');
    const box = making.getByRole('checkbox', { name: `Cobrar ${invoice.code}` });
    await box.uncheck();
    await expect(making.getByText('Elige al menos una factura')).toBeVisible();
    await expect(making.getByRole('button', { name: 'Crear remesa' })).toBeDisabled();
    await box.check();
    await expect(making.getByText('1 adeudo: 121,00 €')).toBeVisible();
    await making.getByLabel('Día de cobro').fill('26/12/2027');
    await making.getByRole('button', { name: 'Crear remesa' }).click();
    await expect(making.getByLabel('Día de cobro')).toHaveAccessibleDescription(/el primero es 2027-12-27/);
    await making.getByLabel('Día de cobro').fill('27/12/2027');
    expect(await violationsIn(page)).toEqual([]);
    await making.getByRole('button', { name: 'Crear remesa' }).click();
    const run = dialog(page, /^Remesa \d+$/);
    await expect(run.getByRole('listitem')).toContainText(`${invoice.code} · ${name}`);
    const file = await download(page);
    expect(file).toContain('pain.008.001.08');
    expect(await download(page)).toBe(file);
    await run.getByRole('button', { name: 'Marcar como presentada' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Marcar como presentada' }).click();
    await expect(run.getByRole('button', { name: 'Confirmar cobro' })).toBeDisabled();
    const at = page.url();

    await page.goto(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
    await expect(page.getByText('En cobro, el')).toBeVisible();
    await comeDue(server, new URL(at).searchParams.get('run') ?? '');
    await page.goto(at);
    await run.getByRole('button', { name: 'Confirmar cobro' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar cobro' }).click();
    await expect(run.getByText('Cobrado', { exact: true })).toBeVisible();
    await run.getByRole('button', { name: `Devolución de ${invoice.code}` }).click();
    const back = dialog(page, `Devolución de la factura ${invoice.code}`);
    await back.getByRole('combobox', { name: 'Motivo' }).click();
    await page.getByRole('option', { name: 'MD06: Lo solicita el deudor' }).click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
    expect(await violationsIn(page)).toEqual([]);
    await back.getByRole('button', { name: 'Registrar devolución' }).click();
    await expect(run.getByRole('listitem')).toContainText('MD06: Lo solicita el deudor');
    await page.goto(`/admin/billing?tab=payments&search=${invoice.code}`);
    await expect(page.getByRole('row').filter({ hasText: 'SEPA MD06' })).toContainText('-121,00 €');
    await expect(page.getByRole('heading', { name: 'Pagos (2)' })).toBeVisible();
  });
});

test('a company’s admin sees its mandate with the account masked, and nothing to change', async ({
  page,
  openAs,
}) => {
  const admin = await openAs('admin');
  const { session } = await ask<{ session: { organization: { id: string } } }>(admin, 'GET', '/api/session');
  await signInAs(page, 'super_admin');
  const reference = `M-${unique()}`;
  await ask(page, 'POST', '/api/mandates', {
    organization_id: session.organization.id,
    reference,
    debtor_name: 'Demo Iberia, S.L.',
    iban: IBAN,
    bic: null,
    is_last: false,
    type: 'b2b',
    use: 'recurrent',
    signed_on: '2026-01-31',
  });
  await admin.goto('/admin/billing');
  await admin.getByRole('link', { name: 'Mandatos' }).click();
  await admin.getByRole('row').filter({ hasText: reference }).click();
  const mandate = dialog(admin, reference);
  await expect(mandate.getByText('ES91 •••• 1332')).toBeVisible();
  await expect(mandate.getByText('B2B (entre empresas)')).toBeVisible();
  await expect(mandate.getByRole('button', { name: /Modificar|Cancelar/ })).toHaveCount(0);
  expect(await violationsIn(admin)).toEqual([]);
  await admin.goto('/admin/debit-runs');
  await expect(admin.getByRole('heading', { name: 'Remesas', exact: true })).toHaveCount(0);
});

test.describe('a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('with euros beside dollars the lists of invoices and payments begin as high, and nothing moves', async ({
    page,
  }) => {
    await signInAs(page, 'super_admin');
    const { invoice } = await makeCollectable((...asked) => ask(page, ...asked));
    const payment = { amount_cents: 100, method: 'cash', paid_on: '2026-02-28' };
    await ask(page, 'POST', `/api/invoices/${invoice.id}/payments`, payment);
    await noteShifts(page);
    for (const path of ['/admin/billing?tab=invoices', '/admin/billing?tab=payments', '/admin/mandates']) {
      await stand(page, path);
      await expect(firstRow(page)).toBeVisible();
      expect(await shiftsOf(page), path).toEqual([]);
      expect(await widthOf(page), path).toEqual([]);
      if (path.includes('billing'))
        expect((await firstRow(page).boundingBox())!.y, path).toBeLessThanOrEqual(360);
    }
  });
});
