import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { test } from './harness/held-storage.ts';
import { becomeMember } from './harness/members.ts';
import { changeUser } from './harness/people.ts';
import { expect, signInAs } from './harness/test.ts';

const items = (page: Page) => page.getByRole('list', { name: 'Exportaciones' }).getByRole('listitem');
const begin = async (page: Page) => {
  await page.goto('/admin/settings?tab=data');
  await page.getByRole('button', { name: 'Exportar datos' }).click();
};

test('an export that is under way is canceled; one whose author may no longer export fails and says why', async ({
  page,
  openAs,
  mails,
  storage,
}) => {
  storage.hold();
  const other = await openAs('otherAdmin');
  await begin(other);
  await expect(items(other).first()).toContainText('En curso');
  await expect(items(other).getByRole('progressbar')).toHaveCount(1);

  // Exports are written one by one: this one waits for that one, and while it waits its author loses the role.
  const root = await openAs('super_admin');
  const member = await becomeMember(page, mails);
  const asAdmin = await changeUser(root, member, { role: 'admin' });
  await begin(page);
  await expect(items(page).first()).toContainText('En espera');
  await changeUser(root, asAdmin, { role: 'user' });

  await items(other)
    .first()
    .getByRole('button', { name: /^Cancelar la exportación del / })
    .click();
  await expect(other.getByText('Exportación cancelada')).toBeVisible();
  await expect(items(other).first()).toContainText('Cancelada');
  await expect(items(other).getByRole('progressbar')).toHaveCount(0);
  storage.letGo();

  await page.context().clearCookies();
  await signInAs(page, 'admin');
  await page.goto('/admin/settings?tab=data');
  const failed = items(page).filter({ hasText: member.last_name });
  await expect(failed).toContainText('Fallida');
  await expect(failed).toContainText('No tienes permiso para hacer esto.');
  await expect(failed.getByRole('link')).toHaveCount(0);
});

test.describe('where the server fails', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('a download says so instead of beginning, and begins once the server is back', async ({ page }) => {
    await signInAs(page, 'admin');
    await begin(page);
    await expect(items(page).first()).toContainText('Lista', { timeout: 30_000 });
    const link = items(page)
      .first()
      .getByRole('link', { name: /^Descargar la exportación del / });
    await page.route('**/api/data-exports?*', (route) => route.fulfill({ status: 500, json: {} }));
    await link.click();
    await expect(page.getByText('Error inesperado del servidor.')).toBeVisible();
    await page.unroute('**/api/data-exports?*');
    const downloading = page.waitForEvent('download');
    await page
      .getByRole('link', { name: /^Descargar la exportación del / })
      .first()
      .click();
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  });
});

test('more exports than a page holds are turned over, and the address keeps the page', async ({ page }) => {
  await signInAs(page, 'admin');
  await page.goto('/admin/settings?tab=data');
  for (let n = 0; n < 21; n++) {
    const { id } = await ask(page, 'POST', '/api/data-exports', {});
    // One that has ended by then needs no end.
    await ask(page, 'POST', `/api/data-exports/${id}/cancel`, {}).catch(() => undefined);
  }
  await page.reload();
  await expect(items(page)).toHaveCount(20);
  const pages = page.getByRole('navigation', { name: 'Páginas de las exportaciones' });
  await pages.getByRole('button', { name: 'Página 2', exact: true }).click();
  await expect(page).toHaveURL(/exports=2/);
  await expect(page.getByText(/^Mostrando 21 a/)).toBeVisible();
  await page.goBack();
  await expect(items(page)).toHaveCount(20);
});
