import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Agency, startAgency } from '../server/src/features/billing/verifactu/testing/agency.ts';
import { ask } from './harness/ask.ts';
import { connectTo } from './harness/database.ts';
import { unique } from './harness/people.ts';
import { test as base, expect, signInAs } from './harness/test.ts';

const TAX_ID = 'B12345674';
const PASSWORD = 'secreta';

const test = base.extend<object, { agency: Agency }>({
  agency: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const agency = await startAgency();
      await use(agency);
      await agency.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ agency }, use) => {
      const file = join(tmpdir(), `agency-${unique()}.pem`);
      writeFileSync(file, agency.authority.certificate);
      await use({ VERIFACTU_TEST_URL: agency.url, VERIFACTU_CA_FILE: file });
      rmSync(file);
    },
    { scope: 'worker' },
  ],
});

test.use({ expectedErrors: [/status of 409/] });

const card = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const row = (page: Page, code: string, number: number) =>
  page
    .getByRole('row')
    .filter({ hasText: code })
    .filter({ hasText: new RegExp(`^${String(number)}`) });

test.describe.configure({ mode: 'serial' });

test('the certificate is given, told of, replaced and removed', async ({ page, agency }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/verifactu');
  const issued = agency.authority.issue({ name: 'Otra, S.L.', tax_id: 'A58818501' });
  const file = { name: 'certificado.p12', mimeType: 'application/x-pkcs12', buffer: issued.pkcs12(PASSWORD) };
  await page.getByRole('button', { name: 'Añadir certificado' }).click();
  const giving = dialog(page, 'Certificado del emisor');
  await giving.getByRole('button', { name: 'Guardar certificado' }).click();
  await expect(giving.getByText('Elige un archivo')).toBeVisible();
  await giving.locator('input[type=file]').setInputFiles(file);
  await giving.getByLabel('Contraseña del archivo').fill('otra');
  await giving.getByRole('button', { name: 'Guardar certificado' }).click();
  await expect(giving.getByText('La contraseña no es la del archivo.')).toBeVisible();
  await giving.getByLabel('Contraseña del archivo').fill(PASSWORD);
  await giving.getByRole('button', { name: 'Guardar certificado' }).click();
  await expect(giving).toBeHidden();
  const told = card(page, 'Certificado');
  await expect(told).toContainText('CN=Otra, S.L.');
  await expect(told).toContainText('AC de pruebas');
  await expect(told.getByText('El NIF del certificado no es el del emisor')).toBeVisible();
  await told.getByRole('button', { name: 'Quitar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar certificado' }).click();
  await expect(told).toContainText('Sin certificado no se puede enviar nada');
});

test('a record is sent, rejected in the agency’s words, corrected, and accepted', async ({
  page,
  agency,
  server,
}) => {
  await signInAs(page, 'super_admin');
  const database = await connectTo(server);
  await database.query(`update plan_versions set currency = 'EUR'`);
  await database.end();
  await page.goto('/admin/verifactu');
  await page.getByRole('button', { name: 'Configurar', exact: true }).click();
  const configuring = dialog(page, 'Configurar VERI*FACTU');
  await configuring.getByLabel('NIF').fill(TAX_ID);
  await configuring.getByLabel('Activar los registros').check();
  await configuring.getByRole('button', { name: 'Guardar' }).click();
  await expect(configuring).toBeHidden();
  const { id: organization_id } = await ask(page, 'POST', '/api/organizations', {
    name: `Cliente ${unique()}`,
    plan_type: 'free',
    country: 'ES',
    tax_id: 'A58818501',
  });
  const lines = [{ description: 'Licencia', unit_price_cents: 10_000 }];
  agency.judge = () => ({ state: 'Incorrecto', code: '1110', words: 'El NIF no está en el censo.' });
  const { code } = await ask<{ code: string }>(page, 'POST', '/api/invoices', { organization_id, lines });
  // On, the records come first.
  await page.goto('/admin/verifactu');
  const sending = card(page, 'Envío a la Agencia Tributaria');
  // Without a certificate nothing leaves by itself.
  await expect(row(page, code, 1)).toContainText('Pendiente');
  await expect(sending.getByRole('button', { name: 'Enviar ahora' })).toBeVisible();
  const file = agency.authority
    .issue({ name: 'Emisora', tax_id: TAX_ID })
    .pkcs12(PASSWORD)
    .toString('base64');
  await ask(page, 'PUT', '/api/verifactu/certificate', { kind: 'person', file, password: PASSWORD });
  await sendUntil(page, () => expect(row(page, code, 1)).toContainText('Rechazado', { timeout: 1_000 }));
  await expect(row(page, code, 1)).toContainText('1110: El NIF no está en el censo.');
  await row(page, code, 1).click();
  const record = dialog(page, 'Registro 1');
  await expect(record).toContainText('Si el dato equivocado está en la factura');
  agency.judge = () => null;
  await record.getByRole('button', { name: 'Subsanar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Subsanar registro' }).click();
  const corrected = dialog(page, 'Registro 2');
  await expect(corrected).toContainText('RechazoPrevio>X');
  await corrected.getByRole('button', { name: 'Cerrar' }).click();
  await sendUntil(page, () => expect(row(page, code, 2)).toContainText('Aceptado', { timeout: 1_000 }));
  expect(agency.problems).toEqual([]);
});

/** By the button where something waits: the job that sends every minute may be faster. */
async function sendUntil(page: Page, shown: () => Promise<void>): Promise<void> {
  const send = card(page, 'Envío a la Agencia Tributaria').getByRole('button', { name: 'Enviar ahora' });
  await expect(async () => {
    // What a job does is seen once the page is read anew.
    await page.reload();
    await expect(page.getByRole('table')).toBeVisible();
    if (await send.isVisible()) await send.click();
    await shown();
  }).toPass({ timeout: 60_000 });
}
