import { expect, signInAs, test } from './harness/test.ts';

// Nothing listens on this port.
test.use({ serverEnv: { SMTP_URL: 'smtp://127.0.0.1:9' } });

test('a test mail that nobody takes says why', async ({ page }) => {
  await signInAs(page, 'super_admin');
  await page.goto('/admin/settings?tab=mail');
  await page.getByRole('button', { name: 'Enviar correo de prueba' }).click();
  await expect(page.getByText('El servidor de correo no ha aceptado el mensaje')).toBeVisible();
  await expect(page.getByText(/ECONNREFUSED/)).toBeVisible();
});
