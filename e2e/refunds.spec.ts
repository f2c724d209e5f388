import type { Page } from '@playwright/test';
import { violationsIn } from './harness/axe.ts';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });
const fact = (page: Page, name: string) =>
  page.getByRole('definition').filter({ has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`) });

test('a card payment says which card, and a part of it is paid back with its reason; the company is told', async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'super_admin');
  const admin = await openAs('admin');
  const { session } = await ask<{ session: { organization: { id: string } } }>(admin, 'GET', '/api/session');
  const { id, code } = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id: session.organization.id,
    lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
  });
  await page.goto(`/admin/billing?tab=invoices&invoice=${id}`);
  const sheet = page.getByRole('dialog', { name: `Factura ${code}` });
  await sheet.getByRole('button', { name: 'Registrar pago' }).click();
  const payment = page.getByRole('dialog', { name: 'Registrar pago' });
  await payment.getByLabel('Banco').fill('Banco Norte');
  await payment.getByRole('combobox', { name: 'Forma de pago' }).click();
  await page.getByRole('option', { name: 'Domiciliación' }).click();
  await expect(payment.getByLabel('Banco')).toHaveCount(0);
  await payment.getByLabel('Referencia del mandato').fill('Mandato n.º 1');
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(payment.getByLabel('Referencia del mandato')).toHaveAccessibleDescription(/sin acentos/);
  await payment.getByLabel('Referencia del mandato').fill('');
  await payment.getByRole('combobox', { name: 'Forma de pago' }).click();
  await page.getByRole('option', { name: 'Tarjeta' }).click();
  await expect(payment.getByLabel('Marca de la tarjeta')).toHaveValue('');
  await payment.getByLabel('Marca de la tarjeta').fill('Visa');
  await payment.getByLabel('Últimos 4 de la tarjeta').fill('42A2');
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(payment.getByLabel('Últimos 4 de la tarjeta')).toHaveAccessibleDescription(
    'Escribe las cuatro últimas cifras',
  );
  await payment.getByLabel('Últimos 4 de la tarjeta').fill('4242');
  expect(await violationsIn(page)).toEqual([]);
  await payment.getByRole('button', { name: 'Registrar', exact: true }).click();
  await expect(fact(page, 'Estado')).toHaveText('Pagada');
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Visa · •••• 4242' })).toContainText('121,00 $');

  await sheet.getByRole('button', { name: /^Devolver el pago de 121,00/ }).click();
  const refund = page.getByRole('dialog', { name: 'Devolver pago' });
  await expect(refund.getByLabel('Importe')).toHaveValue('121');
  await refund.getByLabel('Importe').fill('121,01');
  await refund.getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(refund.getByLabel('Importe')).toHaveAccessibleDescription(/^No puede ser más de 121,00/);
  await expect(refund.getByLabel('Motivo')).toHaveAccessibleDescription('Este campo es obligatorio');
  await refund.getByLabel('Importe').fill('21');
  await refund.getByLabel('Motivo').fill('Cobrado de más');
  expect(await violationsIn(page)).toEqual([]);
  await refund.getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(toast(page, 'Devolución registrada')).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Cobrado de más' })).toContainText('-21,00 $');
  await expect(fact(page, 'Estado')).toHaveText('Pago parcial100,00 $ de 121,00 $ pagado');
  await page.goto(`/admin/billing?tab=payments&search=${code}`);
  await expect(page.getByRole('heading', { name: 'Pagos (2)' })).toBeVisible();
  await expect(page.getByText('100,00 $ pagado')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Cobrado de más' })).toContainText('-21,00 $');
  await admin.goto('/admin/notifications');
  await expect(admin.getByText(`Devolución de 21,00 $ registrada en la factura ${code}`)).toBeVisible();
});

test.describe('a part that somebody else has paid back in between', () => {
  test.use({ expectedErrors: [/409/, /ERR_FAILED/] });
  test('what is left no longer is refused at its field', async ({ page }) => {
    await signInAs(page, 'super_admin');
    const company = await ask<{ id: string }>(page, 'POST', '/api/organizations', {
      name: `Empresa ${unique()}`,
      country: 'ES',
    });
    const { id } = await ask<{ id: string }>(page, 'POST', '/api/invoices', {
      organization_id: company.id,
      lines: [{ description: 'Formación', unit_price_cents: 10_000 }],
    });
    const paying = { amount_cents: 12_100, method: 'cash', paid_on: '2026-01-31' };
    const { payments } = await ask<{ payments: { id: string }[] }>(
      page,
      'POST',
      `/api/invoices/${id}/payments`,
      paying,
    );
    await page.goto(`/admin/billing?tab=invoices&invoice=${id}`);
    await page.getByRole('button', { name: /^Devolver el pago/ }).click();
    const refund = page.getByRole('dialog', { name: 'Devolver pago' });
    await refund.getByLabel('Motivo').fill('Duplicado');
    // As if it were not told.
    await page.route('**/api/invoices/*', (route) => route.abort());
    const back = { ...paying, amount_cents: 100, reason: 'Antes' };
    await ask(page, 'POST', `/api/payments/${payments[0]?.id}/refunds`, back);
    await refund.getByRole('button', { name: 'Devolver', exact: true }).click();
    await expect(refund.getByLabel('Importe')).toHaveAccessibleDescription(
      'Es más de lo que se puede devolver.',
    );
  });
});
