import type { Page } from '@playwright/test';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

// No process listens on port 1: every mail is refused at once.
test.use({ serverEnv: { SMTP_URL: 'smtp://127.0.0.1:1' } });

async function invite(page: Page, email: string, beforeSending = async () => {}) {
  await signInAs(page, 'admin');
  await page.goto('/admin/users?tab=invitations');
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(email);
  await beforeSending();
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
}

// F2
test('a mail that fails is told with the link, and the invitation stays, marked', async ({ page }) => {
  const email = `invitada-${unique()}@example.test`;
  await invite(page, email);
  const notice = page.getByRole('dialog').filter({ hasText: 'Error al enviar correo' });
  await expect(notice).toContainText('/invitation/accept/');
  await expect(
    page.getByRole('dialog').filter({ hasText: 'No se pudo enviar el correo de invitación' }),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Correo no enviado');
});

test('what tells of a mail that failed stays for ten seconds', async ({ page }) => {
  await page.clock.install();
  await invite(page, `invitada-${unique()}@example.test`, () => page.clock.pauseAt(Date.now() + 60_000));
  const notices = page
    .getByRole('dialog')
    .filter({ hasText: /Error al enviar correo|No se pudo enviar el correo de invitación/ });
  // The time of the page moves by these steps alone, however long the answer takes.
  const pass = (milliseconds: number, left: number) =>
    expect(async () => {
      await page.clock.runFor(milliseconds);
      await expect(notices).toHaveCount(left, { timeout: 100 });
    }).toPass();
  await pass(100, 2);
  await page.clock.runFor(9_000);
  await expect(notices).toHaveCount(2);
  await page.clock.runFor(1_000);
  await pass(100, 0);
});
