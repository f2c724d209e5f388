import { Buffer } from 'node:buffer';
import { sendFile } from './harness/ask.ts';
import { expect, signInAs, test } from './harness/test.ts';

test('the settings say how much of its share an organization keeps', async ({ page }) => {
  await signInAs(page, 'admin');
  const measure = page.getByRole('progressbar', { name: 'Archivos importados' });
  const kept = async () => {
    await page.goto('/admin/settings?tab=data');
    await expect(page.getByRole('progressbar', { name: 'Archivos de tickets' })).toHaveAttribute(
      'aria-valuetext',
      / de 5 GB$/,
    );
    await expect(measure).toHaveAttribute('aria-valuetext', / de 500 MB$/);
    return measure.getAttribute('aria-valuetext');
  };
  const before = await kept();
  const buffer = Buffer.from(`nombre,apellidos,email\n${'Ana,Sol,ana@x.test\n'.repeat(20_000)}`);
  const file = { name: 'gente.csv', mimeType: 'text/csv', buffer };
  await sendFile(page, '/api/imports?resource=users', file);
  expect(await kept()).not.toBe(before);
});

test('a super_admin sees it of the company that they choose, and none of the system', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/settings?tab=data');
  await expect(page.getByRole('heading', { name: 'Papelera' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Espacio' })).toHaveCount(0);
});
