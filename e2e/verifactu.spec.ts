import { readFile } from 'node:fs/promises';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

test.use({ serverEnv: { INVOICE_ISSUER_NAME: 'Emisora, S.L.', INVOICE_ISSUER_TAX_ID: 'B12345674' } });

test('VERI*FACTU is switched on, an invoice is recorded, and the chain is verified and exported', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  type Plan = { id: string; key: string; version: number; price_cents: number };
  const { items } = await ask<{ items: (Plan & { currency: string })[] }>(page, 'GET', '/api/plans');
  const free = items.find(({ key }) => key === 'free')!;
  await ask(page, 'PATCH', `/api/plans/${free.id}`, { version: free.version, currency: 'EUR' });

  await page.goto('/admin/billing?tab=invoices');
  await page.getByRole('link', { name: 'Registros' }).click();
  await expect(page.getByText('Los registros no se envían a la Agencia Tributaria')).toBeVisible();
  await page.getByRole('button', { name: 'Configurar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurar VERI*FACTU' });
  await expect(dialog.getByLabel('NIF')).toHaveValue('B12345674');
  await expect(dialog.getByText('no se podrá desactivar ni cambiar')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Entorno' }).click();
  await page.getByRole('option', { name: 'Real' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('aún no se envían')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Entorno' }).click();
  await page.getByRole('option', { name: 'Pruebas' }).click();
  await dialog.getByRole('checkbox', { name: 'Activar los registros' }).check();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  // The companies of the demo pay in dollars.
  await expect(dialog.getByText('VERI*FACTU es solo en euros')).toBeVisible();

  for (const { id } of await payersOf(page))
    await ask(page, 'POST', `/api/organizations/${id}/subscription/status`, {
      status: 'inactive',
      reason: 'x',
    });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  const company = await ask<{ id: string }>(page, 'POST', '/api/organizations', {
    name: `Cliente ${unique()}`,
    country: 'ES',
    tax_id: 'A58818501',
  });
  const invoice = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id: company.id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: invoice.code });
  await expect(row).toContainText('121,00 €');
  await expect(page.getByText('La cadena ya ha empezado')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Configurar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Verificar la cadena' }).click();
  await expect(page.getByText('La cadena está intacta: 1 registro.')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Exportar 20/ }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(`<sf:NumSerieFactura>${invoice.code}<`);

  await page.goto(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
  const sheet = page.getByRole('dialog', { name: `Factura ${invoice.code}` });
  await expect(sheet.getByText('QR tributario:')).toBeVisible();
  const qr = sheet.getByRole('img', { name: /ValidarQR\?nif=B12345674/ });
  await page.emulateMedia({ media: 'print' });
  const { width } = (await qr.boundingBox())!;
  // 35 mm, of 96 pixels an inch.
  expect((width / 96) * 25.4).toBeCloseTo(35, 0);
});

/** The companies that pay for a plan. */
async function payersOf(page: Parameters<typeof ask>[0]) {
  const all: { id: string }[] = [];
  for (let at = 1; ; at += 1) {
    const { items, total } = await ask<{ items: { id: string }[]; total: number }>(
      page,
      'GET',
      `/api/organizations?page=${at}`,
    );
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
