import { readFile } from 'node:fs/promises';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

test.use({
  serverEnv: {
    INVOICE_ISSUER_NAME: 'Atalaya Software, S.L.',
    INVOICE_ISSUER_TAX_ID: 'B12345674',
    INVOICE_ISSUER_ADDRESS: 'Calle Mayor, 1 | 28013 Madrid',
  },
});

test('an invoice says who issues it and to whom, each with all that is known of them', async ({ page }) => {
  await signInAs(page, 'super_admin');
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
