import { readFile } from 'node:fs/promises';
import { makeAuthority } from '../server/src/platform/testing/certificates.ts';
import { ask } from './harness/ask.ts';
import { makeCompanyInEuros } from './harness/direct-debits.ts';
import { KNOWN_ISSUER, giveRate } from './harness/issuer.ts';
import { unique } from './harness/people.ts';
import { DEMO_PASSWORD, expect, signInAs, test } from './harness/test.ts';

// Without a certificate it is refused.
test.use({ serverEnv: KNOWN_ISSUER, expectedErrors: [/status of 409/] });

test('an administration gets its address and offices, and its invoice as Facturae, signed', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  const town = { name: `Ayuntamiento ${unique()}`, tax_id: 'P2807900B' };
  const { id: organization_id } = await makeCompanyInEuros((...asked) => ask(page, ...asked), town);
  const lines = [{ description: 'Formación', unit_price_cents: 10_000 }];
  const invoice = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id,
    lines,
  });

  const facturae = page.getByRole('menuitem', { name: 'Descargar Facturae (firmada)' });
  const openMenu = async () => {
    await page.goto(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
    await page.getByRole('button', { name: 'Más acciones' }).click();
  };
  await openMenu();
  await expect(facturae).toBeDisabled();
  await expect(page.getByText('Falta la dirección completa de la empresa')).toBeAttached();

  await page.goto(`/admin/companies?edit=${organization_id}`);
  const form = page.getByRole('dialog', { name: 'Editar empresa' });
  for (const [label, value] of [
    ['Calle y número', 'Plaza de la Villa, 4'],
    ['Código postal', '28005'],
    ['Localidad', 'Madrid'],
    ['Provincia', 'Madrid'],
    ['Oficina contable', 'l01280796'],
    ['Órgano gestor', 'LA0007407'],
    ['Unidad tramitadora', 'LA000740'],
  ] as const)
    await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form.getByText('Nueve caracteres: una o dos letras, y cifras')).toBeVisible();
  await form.getByLabel('Unidad tramitadora').fill('LA0007408');
  await form.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(form).toBeHidden();
  await page.goto(`/admin/companies?company=${organization_id}`);
  await expect(page.getByText('Plaza de la Villa, 4, 28005, Madrid, Madrid')).toBeVisible();
  await expect(page.getByText('L01280796, LA0007407, LA0007408')).toBeVisible();

  await openMenu();
  await facturae.click();
  await expect(page.getByText('Falta el certificado del emisor')).toBeVisible();
  const certificate = makeAuthority().issue({ name: 'Emisora, S.L.', tax_id: 'B12345674' });
  await ask(page, 'PUT', '/api/verifactu/certificate', {
    kind: 'seal',
    file: certificate.pkcs12('secreta').toString('base64'),
    password: 'secreta',
  });
  await openMenu();
  const [file] = await Promise.all([page.waitForEvent('download'), facturae.click()]);
  expect(file.suggestedFilename()).toBe(`factura-${invoice.code}.xsig`);
  const xml = await readFile(await file.path(), 'utf8');
  expect(xml).toContain('<CentreCode>L01280796</CentreCode>');
  expect(xml).toContain('<ds:SignatureValue');
});

test('its customer rejects an invoice with a reason, and the issuer finds it among the rejected ones', async ({
  page,
  openAs,
}) => {
  await signInAs(page, 'super_admin');
  const customer = await openAs('admin');
  const demo = await ask<{ items: { id: string; version: number }[] }>(
    page,
    'GET',
    '/api/organizations?search=Demo%20Iberia',
  );
  const { id: organization_id, version } = demo.items[0]!;
  await ask(page, 'PATCH', `/api/organizations/${organization_id}`, { version, country: 'ES' });
  await giveRate((...asked) => ask(page, ...asked));
  const lines = [{ description: 'Formación', unit_price_cents: 10_000 }];
  const invoice = await ask<{ id: string; code: string }>(page, 'POST', '/api/invoices', {
    organization_id,
    lines,
  });
  await customer.goto(`/admin/billing?tab=invoices&invoice=${invoice.id}`);
  await customer.getByRole('button', { name: 'Más acciones' }).click();
  await customer.getByRole('menuitem', { name: 'Aceptar o rechazar' }).click();
  const dialog = customer.getByRole('dialog', { name: `Recepción de la factura ${invoice.code}` });
  await dialog.getByRole('combobox', { name: 'Qué pasó con ella' }).click();
  await expect(customer.getByRole('option', { name: 'Recibida' })).toHaveCount(0);
  await customer.getByRole('option', { name: 'Rechazada' }).click();
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
  await dialog.getByLabel('Motivo del rechazo').fill('Falta el número de pedido');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect(customer.getByRole('region', { name: 'Recepción' })).toContainText(
    'Falta el número de pedido',
  );

  await page.goto('/admin/billing?tab=invoices');
  await page.getByRole('button', { name: /^Notificaciones/ }).click();
  await expect(
    page.getByText(`ha rechazado la factura ${invoice.code}: Falta el número de pedido`),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Recepción' }).click();
  await page.getByRole('option', { name: 'Rechazada' }).click();
  await expect(page.getByRole('heading', { name: 'Facturas (1)' })).toBeVisible();
  await page.getByRole('row').filter({ hasText: invoice.code }).getByText(invoice.code).click();
  const history = page.getByRole('region', { name: 'Recepción' });
  await expect(history).toContainText('según el cliente');
  await expect(history).toContainText('Falta el número de pedido');
});

test('the responsible declaration is red until it is signed by name and with the password', async ({
  page,
}) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/verifactu?tab=issuer');
  await expect(page.getByText('Nadie ha firmado la declaración responsable de esta versión')).toBeVisible();
  await page.getByRole('button', { name: 'Leer y firmar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Declaración responsable' });
  await expect(dialog.getByText('l) Fecha y lugar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Firmar declaración' }).click();
  await expect(dialog.getByText('Este campo es obligatorio')).toBeVisible();
  await dialog.getByLabel('Nombre y apellidos de quien firma').fill('Ana Ruiz Soler');
  await dialog.getByLabel('Contraseña actual').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Firmar declaración' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Firmada por Ana Ruiz Soler')).toBeVisible();
  await expect(page.getByText('Nadie ha firmado')).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar PDF' }).first().click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^declaracion-responsable-.*\.pdf$/);
});
