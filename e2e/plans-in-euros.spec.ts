import { expect, signInAs, test } from './harness/test.ts';

// A server of its own: these plans are added once in an installation.
test.use({ serverEnv: { INVOICE_ISSUER_NAME: 'Planes en euros' } });

test('the first plans are added in euros with one press, and offered from the bin', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/plans');
  await page.getByRole('button', { name: 'Añadir planes en euros' }).click();
  const told = page.getByRole('dialog').filter({ hasText: '4 planes en euros añadidos' });
  await expect(told).toContainText('Están en la papelera');
  await expect(page.getByRole('button', { name: 'Añadir planes en euros' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Papelera' }).click();
  await page.getByRole('button', { name: 'Restaurar Basic (EUR)' }).click();
  await page.getByRole('button', { name: 'Papelera' }).click();
  await expect(page.getByRole('region', { name: 'Basic (EUR)', exact: true })).toContainText('29 €/mes');
  await expect(page.getByRole('region', { name: 'Basic', exact: true })).toContainText('$29/mes');
});

test('the settings say the currency of the installation, and why it stays once an invoice is issued', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/settings');
  const field = page.getByRole('combobox', { name: 'Moneda' });
  await expect(field).toBeDisabled();
  await expect(field).toHaveText(/USD/);
  await expect(page.getByText('Ya se ha emitido una factura: no se puede cambiar.')).toBeVisible();
});

test.describe('an invoice that is issued in between', () => {
  test.use({ expectedErrors: [/409/] });
  test('the choice of another currency is refused at its field', async ({ page }) => {
    await signInAs(page, 'super_admin');
    // As read before that invoice.
    await page.route('**/api/settings', async (route) => {
      const response = await route.fetch();
      const settings = (await response.json()) as object;
      await route.fulfill({ response, json: { ...settings, currency: { code: 'USD', is_fixed: false } } });
    });
    await page.goto('/admin/settings');
    const field = page.getByRole('combobox', { name: 'Moneda' });
    await field.click();
    await page.getByRole('option', { name: /^EUR/ }).click();
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(field).toHaveAccessibleDescription(/Ya se ha emitido una factura/);
  });
});
