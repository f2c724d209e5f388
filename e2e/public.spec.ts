import { expect, signInAs, test } from './harness/test.ts';

test('the landing page: two ways in, three cards, two languages', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Atalaya/);
  await expect(page.getByRole('link', { name: 'Ir a la administración' })).toHaveAttribute('href', '/admin');
  for (const card of ['Gestión de usuarios', 'Seguridad avanzada', 'Reportes y análisis'])
    await expect(page.getByRole('heading', { name: card })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('heading', { name: 'Gestión de usuarios' })).toHaveCount(0);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('link', { name: 'Abrir la aplicación' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Aplicación Principal' })).toBeVisible();
  await expect(page.getByText('Bienvenido a la aplicación')).toBeVisible();
});

test('who is not signed in: /admin leads to the sign-in, what does not exist says so', async ({ page }) => {
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await page.goto('/no-existe');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Página no encontrada');
  await page.getByRole('link', { name: 'Volver al inicio' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/invitation/accept/inventado');
  await expect(
    page.getByText('Esta invitación no existe, ha expirado o ya ha sido utilizada.'),
  ).toBeVisible();
  await signInAs(page, 'user');
  await page.goto('/app');
  await page.getByRole('link', { name: 'Ir a la administración' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});
