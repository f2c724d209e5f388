import type { Page } from '@playwright/test';
import { openReceiver } from '../server/src/features/webhooks/testing/receiver.ts';
import type { Receiver } from '../server/src/features/webhooks/testing/receiver.ts';
import { pressEnterIn } from './harness/keys.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test as base } from './harness/test.ts';

/** A receiver of this file, which the server may reach. */
const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const receiver = await openReceiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ receiver }, use) => {
      await use({ OUTBOUND_ALLOWED_HOSTS: receiver.host });
    },
    { scope: 'worker' },
  ],
});

const INTEGRATIONS = '/admin/settings?tab=integrations';
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const itemOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: name });
const deliveries = (page: Page) => page.getByRole('list', { name: 'Envíos' }).getByRole('listitem');

async function addWebhook(page: Page, url: string, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Añadir webhook' }).click();
  const dialog = dialogOf(page, 'Añadir webhook');
  await dialog.getByLabel('Dirección').fill(url);
  await dialog.getByLabel('Descripción').fill(name);
  await dialog.getByRole('combobox', { name: 'Eventos' }).click();
  await page.getByRole('option', { name: 'Solo algunos tipos' }).click();
  await dialog.getByLabel('Planes').check();
  await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
  const secret = await dialogOf(page, 'Secreto del webhook')
    .getByLabel('Secreto', { exact: true })
    .inputValue();
  await page.getByRole('button', { name: 'Lo he guardado' }).click();
  return secret;
}

// WH7, WH8
test('a webhook is added with a secret that is shown once, and its log follows what it is sent', async ({
  page,
  receiver,
}) => {
  const name = `Almacén ${unique()}`;
  const path = `/fails/${unique()}`;
  await signInAs(page, 'admin');
  await page.goto(INTEGRATIONS);
  const secret = await addWebhook(page, receiver.at(path), name);
  expect(secret).toMatch(/^whsec_/);
  await expect(itemOf(page, name)).toContainText('Activo');
  await expect(itemOf(page, name)).toContainText('Eventos de 1 tipo');
  await page.getByRole('button', { name: `Registro de ${name}` }).click();
  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await expect(deliveries(page)).toContainText('Ha respondido con un error');
  await page.getByText('Petición y respuesta').click();
  await expect(deliveries(page)).toContainText('"type":"webhook.ping"');
  receiver.answers(path, 200);
  await page.getByRole('button', { name: 'Reenviar webhook.ping' }).click();
  await expect(deliveries(page)).toContainText('Recibido');
  await page.getByRole('combobox', { name: 'Estado' }).click();
  await page.getByRole('option', { name: 'Fallido' }).click();
  await expect(page.getByText('No hay envíos con estos filtros.')).toBeVisible();
  expect(receiver.of(path).length).toBeGreaterThanOrEqual(2);
});

test.describe('what is refused', () => {
  // The browser tells it too.
  test.use({ expectedErrors: [/status of 400/] });

  test('an address that leads inside says so at its field', async ({ page }) => {
    await signInAs(page, 'admin');
    await page.goto(INTEGRATIONS);
    await page.getByRole('button', { name: 'Añadir webhook' }).click();
    const dialog = dialogOf(page, 'Añadir webhook');
    await dialog.getByLabel('Dirección').fill('https://169.254.169.254/latest');
    await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
    await expect(dialog.getByText('Esa dirección no se puede usar')).toBeVisible();
    await expect(dialog.getByLabel('Dirección')).toHaveAttribute('aria-invalid', 'true');
  });
});

test('on a phone, by keyboard: a webhook is paused, its secret changed, its log opened by its address, and it is removed', async ({
  page,
  receiver,
}) => {
  const name = `Sistema de gestión del almacén ${unique()}`;
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAs(page, 'admin');
  await page.goto(INTEGRATIONS);
  await addWebhook(page, receiver.at(`/ok/${unique()}`), name);
  await page.getByRole('button', { name: `Pausar ${name}` }).press('Enter');
  await expect(itemOf(page, name)).toContainText('Pausado');
  await page.getByRole('button', { name: `Reactivar ${name}` }).press('Enter');
  await expect(itemOf(page, name)).toContainText('Activo');
  await page.getByRole('button', { name: `Cambiar el secreto: ${name}` }).press('Enter');
  await pressEnterIn(page.getByRole('alertdialog').getByRole('button', { name: 'Cambiar el secreto' }));
  await pressEnterIn(page.getByRole('button', { name: 'Lo he guardado' }));
  await expect(itemOf(page, name)).toContainText('se firma también con el secreto anterior');
  await page.getByRole('button', { name: 'Cómo recibirlos' }).press('Enter');
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(dialogOf(page, 'Cómo recibir webhooks')).toContainText('def is_ours');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Registro de ${name}` }).press('Enter');
  await page.reload();
  await expect(dialogOf(page, 'Registro de envíos')).toBeVisible();
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(tooWide).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Eliminar ${name}` }).press('Enter');
  await pressEnterIn(page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }));
  await expect(itemOf(page, name)).toHaveCount(0);
});
