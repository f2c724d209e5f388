import type { Page } from '@playwright/test';
import { pressEnterIn } from './harness/keys.ts';
import { problemsIn } from './harness/looks.ts';
import { unique } from './harness/people.ts';
import { test as base } from './harness/outside.ts';
import { expect, signInAs } from './harness/test.ts';

/** A DNS server of this file, which the server asks. */
const test = base.extend({
  serverEnv: [
    async ({ dns }, use) => {
      await use({ DNS_SERVERS: dns.address });
    },
    { scope: 'worker' },
  ],
});
// What the server refuses is told by the browser too.
test.use({ expectedErrors: [/status of 409/] });

const row = (page: Page, domain: string) =>
  page
    .getByRole('list', { name: 'Dominios de la empresa' })
    .getByRole('listitem')
    .filter({ hasText: domain });

async function add(page: Page, domain: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Añadir dominio' });
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Añadir dominio' }).click();
  await dialog.getByLabel('Dominio').fill(domain);
  await dialog.getByRole('button', { name: 'Añadir', exact: true }).click();
}

// SSO1
test('an admin names a domain, publishes its record, and it is verified', async ({ page, dns }) => {
  const domain = `${unique()}.example`;
  await signInAs(page, 'admin');
  await page.goto('/admin/settings?tab=security');
  await add(page, 'gmail.com');
  const dialog = page.getByRole('dialog', { name: 'Añadir dominio' });
  await expect(dialog.getByText('Es un dominio de correo público')).toBeVisible();
  await expect(dialog.getByLabel('Dominio')).toHaveAttribute('aria-invalid', 'true');
  await add(page, domain);
  const it = row(page, domain);
  await expect(it.getByText('Pendiente')).toBeVisible();
  const check = it.getByRole('button', { name: `Comprobar ${domain}` });
  await check.click();
  await expect(it.getByText('No se ha encontrado el registro')).toBeVisible();
  const record = await it.getByLabel('Nombre del registro', { exact: true }).inputValue();
  dns.records.set(record, [await it.getByLabel('Valor del registro', { exact: true }).inputValue()]);
  expect(await problemsIn(page, 'lightMinimal')).toEqual([]);
  await check.click();
  await expect(it.getByText('Comprobado', { exact: true })).toBeVisible();
  await expect(it.getByLabel('Nombre del registro', { exact: true })).toHaveCount(0);
  await it.getByRole('button', { name: `Quitar ${domain}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(it).toHaveCount(0);
});

test('on a phone, by keyboard: the list keeps to the width, and the record can be read', async ({ page }) => {
  const domain = `una-parte-muy-larga-de-un-dominio-${unique()}.example`;
  await page.setViewportSize({ width: 320, height: 700 });
  await signInAs(page, 'admin');
  await page.goto('/admin/settings?tab=security');
  await page.getByRole('button', { name: 'Añadir dominio' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Dominio').fill(domain);
  await page.keyboard.press('Enter');
  await expect(row(page, domain).getByLabel('Nombre del registro', { exact: true })).toHaveValue(
    `_atalaya.${domain}`,
  );
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(tooWide).toBe(false);
  await row(page, domain)
    .getByRole('button', { name: `Quitar ${domain}` })
    .press('Enter');
  await pressEnterIn(page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }));
  await expect(row(page, domain)).toHaveCount(0);
});
