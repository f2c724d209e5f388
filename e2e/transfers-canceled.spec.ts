import { test } from './harness/held-storage.ts';
import { expect, signInAs } from './harness/test.ts';

test('an export that is under way shows how far it is, and stops where it is canceled', async ({
  page,
  storage,
}) => {
  storage.hold();
  await signInAs(page, 'admin');
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ver progreso' }).click();
  const row = page.getByRole('table', { name: 'Tus importaciones y exportaciones' }).getByRole('row').nth(1);
  const bar = row.getByRole('progressbar', { name: 'Progreso de usuarios.csv' });
  await expect(bar).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThanOrEqual(96);
  await expect(row.getByRole('link', { name: 'Descargar' })).toHaveCount(0);
  await row.getByRole('button', { name: 'Cancelar' }).click();
  await expect(row).toContainText('Cancelada');
  await expect(row.getByRole('progressbar')).toHaveCount(0);

  // The page that was being written is not counted once it could be.
  storage.letGo();
  await page.reload();
  await expect(row).toContainText('Cancelada');
  await expect(row.getByRole('link', { name: 'Descargar' })).toHaveCount(0);
});
