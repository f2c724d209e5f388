import { readFile } from 'node:fs/promises';
import { ask } from './harness/ask.ts';
import { violationsIn } from './harness/axe.ts';
import { giveRate } from './harness/issuer.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

test.use({
  serverEnv: {
    // Of these tests alone, and so is their server: rates of exchange are of all of it.
    INVOICE_ISSUER_NAME: 'Atalaya Software, S.L.',
    INVOICE_ISSUER_TAX_ID: 'B12345674',
    INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
  },
});

test.use({ expectedErrors: [/status of 40[09]/] });
test.describe.configure({ mode: 'serial' });

test('an invoice in dollars waits for its rate of exchange, and says its tax in euros by it', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const name = `Dolarizada ${unique()}`;
  const { id } = await ask(page, 'POST', '/api/organizations', { name, country: 'ES', tax_id: 'A58818501' });
  await page.goto(`/admin/billing?organization=${id}&dialog=issue`);
  const issuing = page.getByRole('dialog', { name: 'Emitir factura' });
  await issuing.getByLabel('Descripción').fill('Formación');
  await issuing.getByLabel(/^Precio/).fill('100');
  await issuing.getByRole('button', { name: 'Emitir factura' }).click();
  await expect(issuing.getByText(/Falta el tipo de cambio de USD a euros/)).toBeVisible();

  await page.goto('/admin/verifactu?dialog=rates');
  const uploading = page.getByRole('dialog', { name: 'Subir tipos de cambio' });
  const upload = (text: string) =>
    uploading
      .locator('input[type=file]')
      .setInputFiles({ name: 'eurofxref.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await upload('Nombre,USD\n');
  await expect(uploading.getByText(/No es un fichero de tipos de cambio/)).toBeVisible();
  expect(await violationsIn(page)).toEqual([]);
  await upload('Date,USD,JPY,\n2026-01-02,1.0850,163.2,\n');
  await expect(uploading).toBeHidden();
  const old = page.getByRole('listitem').filter({ hasText: '1 EUR = 1,085 USD' });
  await expect(old).toContainText('Sin vigencia');

  await page.getByRole('button', { name: 'Añadir tipo' }).click();
  const giving = page.getByRole('dialog', { name: 'Añadir tipo de cambio' });
  await giving.getByLabel('Unidades por euro').fill('1,2 dólares');
  await giving.getByRole('button', { name: 'Guardar tipo' }).click();
  await expect(giving.getByText('Escribe un tipo como 1,085')).toBeVisible();
  await giving.getByLabel('Unidades por euro').fill('1,2');
  expect(await violationsIn(page)).toEqual([]);
  await giving.getByRole('button', { name: 'Guardar tipo' }).click();
  await expect(giving).toBeHidden();
  const rate = page.getByRole('listitem').filter({ hasText: '1 EUR = 1,2 USD' });
  await expect(rate).toContainText('Banco de España');
  await expect(rate).not.toContainText('Sin vigencia');

  const invoice = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id: id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  await page.goto(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
  const sheet = page.getByRole('dialog', { name: `Factura ${invoice.code}` });
  await expect(sheet).toContainText(/Tipo de cambio1 EUR = 1,2 USD \(Banco de España, /);
  await expect(sheet).toContainText(/IVA en euros17,50\s€/);
});

test('an invoice says who issues it and to whom, each with all that is known of them', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await giveRate((...asked) => ask(page, ...asked));
  const name = `Cliente ${unique()}`;
  const organization = await ask(page, 'POST', '/api/organizations', {
    name,
    country: 'PT',
    tax_id: 'PT503504564',
    billing_email: 'facturas@cliente.test',
  });
  const invoice = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id: organization.id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  await page.goto(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
  const sheet = page.getByRole('dialog', { name: `Factura ${invoice.code}` });
  await expect(sheet.getByRole('region', { name: 'Emisor' }).getByRole('paragraph')).toHaveText([
    'Atalaya Software, S.L.',
    'Identificación fiscal: B12345674 Calle Mayor, 1 28013 Madrid',
  ]);
  await expect(sheet.getByRole('region', { name: 'Cliente' }).getByRole('paragraph')).toHaveText([
    name,
    'Identificación fiscal: PT503504564 Portugal facturas@cliente.test',
  ]);
  await sheet.getByRole('button', { name: 'Más acciones' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Descargar factura electrónica (UBL)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`factura-${invoice.code}.xml`);
  const xml = await readFile(await file.path(), 'utf8');
  for (const text of ['ESB12345674', 'PT503504564', invoice.code]) expect(xml).toContain(`>${text}</`);
});
