import type { Page } from '@playwright/test';
import { confirmApp, requireFactor, showApp } from './harness/authenticator-app.ts';
import { problemsOf, walk } from './harness/keyboard-walk.ts';
import { lookAtAnyWidth } from './harness/looks.ts';
import { becomeMember } from './harness/members.ts';
import { settle } from './harness/stand.ts';
import { expect, test } from './harness/test.ts';

// A server of its own: the setting concerns everybody of the organization.
test.use({ serverEnv: { MAIL_FROM: 'Atalaya <seguridad@atalaya.test>' } });

async function look(page: Page): Promise<void> {
  await settle(page);
  expect(await lookAtAnyWidth(page)).toEqual([]);
}

test('who has no factor sets one up before anything else', async ({ page, mails, openAs }) => {
  const admin = await openAs('otherAdmin');
  const person = await becomeMember(page, mails);
  await page.goto('/admin');
  await requireFactor(await openAs('super_admin'));

  // Also who is signed in already, at the next thing that they do.
  await page.goto('/admin/tickets');
  await expect(page).toHaveURL(/\/admin\/two-factor/);
  await expect(page.getByRole('heading', { name: 'Configura la verificación en dos pasos' })).toBeVisible();
  await look(page);
  const stops = await walk(page);
  expect(stops.length).toBeGreaterThan(1);
  expect(problemsOf(stops)).toEqual([]);
  await page.getByRole('button', { name: 'Usar una aplicación de verificación' }).click();
  await showApp(page);
  await look(page);
  await confirmApp(page);
  await look(page);
  await page.getByRole('button', { name: 'Ya los he guardado' }).click();
  await expect(page).toHaveURL(/\/admin\/tickets/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await mails.to(person.email, { subject: /Verificación en dos pasos activada/ });

  await admin.goto('/admin/users');
  await expect(admin).toHaveURL(/\/admin\/two-factor/);
  await admin.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await expect(admin).toHaveURL(/\/admin\/login/);
});
