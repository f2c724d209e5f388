import { STRANGER_MAILS_PER_ADDRESS } from '@atalaya/contract/limits';
import type { Page } from '@playwright/test';
import { ask } from './harness/ask.ts';
import { unique } from './harness/people.ts';
import { expect, signInAs, test } from './harness/test.ts';

// Mails to an unverified address are limited for each hour; what exceeds the limit is queued.
test.use({ serverEnv: { RATE_LIMIT: 'on' } });

const toast = (page: Page, text: string) => page.getByRole('dialog').filter({ hasText: text });

test('a mail that waits for the budget is told, and marked until it leaves', async ({ page }) => {
  const email = `invitada-${unique()}@example.test`;
  await signInAs(page, 'admin');
  type Made = { invitation: { id: string; delivery: string } };
  const { invitation } = await ask<Made>(page, 'POST', '/api/invitations', { email });
  for (let mail = 1; mail < STRANGER_MAILS_PER_ADDRESS; mail += 1) {
    const resent = await ask<Made>(page, 'POST', `/api/invitations/${invitation.id}/resend`, {});
    expect(resent.invitation.delivery).toBe('sent');
  }

  await page.goto('/admin/users?tab=invitations');
  const item = page.getByRole('listitem').filter({ hasText: email });
  await expect(item).toContainText('Pendiente');
  await expect(item.getByText('Correo en espera')).toHaveCount(0);
  await item.getByRole('button', { name: 'Reenviar' }).click();
  await expect(toast(page, 'Invitación guardada: su correo espera')).toContainText(email);
  await expect(item.getByText('Correo en espera')).toBeVisible();

  // A new invitation is queued too; its link can be copied while the mail waits.
  await item.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar invitación' }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: 'Nueva Invitación' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar Usuario' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(toast(page, 'Invitación guardada: su correo espera')).toContainText(email);
  await expect(item.getByText('Correo en espera')).toBeVisible();
  await expect(item.getByRole('button', { name: 'Copiar enlace' })).toBeVisible();
});
