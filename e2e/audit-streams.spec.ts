import type { Page } from '@playwright/test';
import { TOKEN, openFakeSinks } from '../server/src/features/audit-streams/testing/fake-sinks.ts';
import type { FakeSinks } from '../server/src/features/audit-streams/testing/fake-sinks.ts';
import { pressEnterIn } from './harness/keys.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test as base } from './harness/test.ts';

/** Sinks of this file, which the server may reach. */
const test = base.extend<object, { sinks: FakeSinks }>({
  sinks: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const sinks = await openFakeSinks();
      await use(sinks);
      await sinks.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ sinks }, use) => {
      await use({ OUTBOUND_ALLOWED_HOSTS: sinks.host });
    },
    { scope: 'worker' },
  ],
});

const INTEGRATIONS = '/admin/settings?tab=integrations';
const itemOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Destinos' }).getByRole('listitem').filter({ hasText: name });
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Añadir destino', exact: true });
const pick = async (page: Page, label: string, option: string) => {
  await formOf(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

// SIEM1, SIEM9, SIEM15
test('the audit log is sent to Elasticsearch, stops at what that refuses in its words, and goes on once passed over', async ({
  page,
  sinks,
}) => {
  const [name, index] = [`SIEM ${unique()}`, `audit-${unique()}`];
  await signInAs(page, 'admin');
  await page.goto(INTEGRATIONS);
  await page.getByRole('button', { name: 'Añadir destino' }).click();
  await formOf(page).getByLabel('Nombre').fill(name);
  await pick(page, 'Tipo', 'Elasticsearch');
  await formOf(page).getByLabel('Dirección').fill(sinks.url);
  await formOf(page).getByLabel('Índice').fill(index);
  await formOf(page).getByLabel('Clave de API').fill(TOKEN);
  await pick(page, 'Formato', 'Formato propio');
  await formOf(page).getByRole('button', { name: 'Añadir', exact: true }).click();
  const item = itemOf(page, name);
  await expect(item).toContainText('Al día');
  await expect(item).toContainText('Nada pendiente');
  expect([...sinks.documents(index).values()].map(({ action }) => action)).toContain('audit_stream.created');
  await page.getByRole('button', { name: `Probar ${name}` }).click();
  await expect(page.getByText('El destino ha aceptado la prueba')).toBeVisible();

  sinks.refuses('audit_stream.updated');
  await page.getByRole('button', { name: `Pausar ${name}` }).click();
  await expect(item).toContainText('Pausado');
  await page.getByRole('button', { name: `Reactivar ${name}` }).click();
  await expect(item).toContainText('Detenido');
  await expect(item).toContainText('failed to parse field [after]');
  await page.getByRole('button', { name: `Envíos a ${name}` }).click();
  const log = page.getByRole('dialog', { name: 'Últimos envíos' });
  await expect(log.getByRole('listitem').first()).toContainText('No aceptado');
  await page.keyboard.press('Escape');
  sinks.refuses(null);
  await page.getByRole('button', { name: `Pasar por alto la entrada que rechaza ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pasar por alto' }).click();
  await expect(item).toContainText('Al día');
  expect([...sinks.documents(index).values()].map(({ action }) => action)).toContain(
    'audit_stream.passed_over',
  );
});

test.describe('what is refused', () => {
  // The browser tells it too.
  test.use({ expectedErrors: [/status of 400/] });

  // SIEM10, SIEM15
  test('an address that leads inside, and a secret that is missing, say so at their fields', async ({
    page,
  }) => {
    await signInAs(page, 'admin');
    await page.goto(INTEGRATIONS);
    await page.getByRole('button', { name: 'Añadir destino' }).click();
    const form = formOf(page);
    await form.getByLabel('Nombre').fill('SIEM');
    await form.getByLabel('Dirección').fill('https://169.254.169.254/latest');
    await form.getByRole('button', { name: 'Añadir', exact: true }).click();
    await expect(form.getByLabel('Token', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Token', { exact: true }).fill('x');
    await form.getByRole('button', { name: 'Añadir', exact: true }).click();
    await expect(form.getByText('Esa dirección no se puede usar')).toBeVisible();
    await expect(form.getByLabel('Dirección')).toHaveAttribute('aria-invalid', 'true');
  });
});

// SIEM7, SIEM15
test('on a phone, by keyboard: a sink that fails says why, is sent everything from the beginning, and is removed', async ({
  page,
  sinks,
}) => {
  const name = `Archivo central del registro ${unique()}`;
  const path = `/ndjson/${unique()}`;
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAs(page, 'admin');
  sinks.answers(path, { status: 503, body: 'cerrado por la noche' });
  await page.goto(INTEGRATIONS);
  await page.getByRole('button', { name: 'Añadir destino' }).press('Enter');
  await formOf(page).getByLabel('Nombre').fill(name);
  await formOf(page).getByLabel('Dirección').fill(`${sinks.url}${path}`);
  await formOf(page).getByLabel('Token', { exact: true }).fill(TOKEN);
  await formOf(page).getByRole('button', { name: 'Añadir', exact: true }).press('Enter');
  await expect(itemOf(page, name)).toContainText('Fallando');
  await expect(itemOf(page, name)).toContainText('cerrado por la noche');
  sinks.answers(path, null);
  await page.getByRole('button', { name: `Cambiar desde dónde se envía a ${name}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Desde dónde se envía' });
  await pressEnterIn(dialog.getByRole('button', { name: 'Cambiar' }));
  await expect(itemOf(page, name)).toContainText('Al día');
  expect(sinks.taken(path).map(({ action }) => action)).toContain('session.started');
  await page.getByRole('button', { name: `Envíos a ${name}` }).press('Enter');
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Últimos envíos' })).toBeVisible();
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(tooWide).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Eliminar ${name}` }).press('Enter');
  await pressEnterIn(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }));
  await expect(itemOf(page, name)).toHaveCount(0);
});
