import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './test.ts';

// Nobody listens on port 1: every mail is refused at once.
test.use({ serverEnv: { SMTP_URL: 'smtp://127.0.0.1:1' } });

// F2
test('a mail that fails is told with the link, and the invitation stays, marked', async ({ page }) => {
  const email = `invitada-${unique()}@example.test`;
  await signInAs(page, 'admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Enviar Invitación' }).click();
  const notice = page.getByRole('dialog').filter({ hasText: 'Error al enviar correo' });
  await expect(notice).toContainText('/invitation/accept/');
  await expect(
    page.getByRole('dialog').filter({ hasText: 'No se pudo enviar el correo de invitación' }),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Correo no enviado');
});
