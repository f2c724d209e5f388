import type { Page } from '@playwright/test';
import { codeShown } from '../../server/src/features/account/two-factor/testing/shown-code.ts';
import { ask } from './ask.ts';
import { expect, PASSWORD_OF_MEMBERS } from './test.ts';

/**
 * The code of the app for this step or, as each step serves once, the one after it. Never the one before: typed at
 * the end of a step it would arrive too late.
 */
export const codeAt = (secret: string, by: 0 | 1) => codeShown(secret, new Date(), by);

/** From the password to the picture for the app, on any screen that has these steps. */
export async function showApp(page: Page, password = PASSWORD_OF_MEMBERS): Promise<void> {
  await page.getByLabel('Contraseña actual').last().fill(password);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR para la aplicación de verificación' })).toBeVisible();
}

/** From that picture to the recovery codes; the secret and the codes. */
export async function confirmApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const secret = await page.getByLabel('Clave', { exact: true }).innerText();
  await page.getByLabel('Código de 6 dígitos').fill(codeAt(secret, 0));
  await page.getByRole('button', { name: 'Verificar y activar' }).click();
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, codes: await codes.allInnerTexts() };
}

/** Both, one after the other. */
export async function setUpApp(page: Page, password?: string): Promise<{ secret: string; codes: string[] }> {
  await showApp(page, password);
  return confirmApp(page);
}

/** From now on everybody of the system needs a second factor, the one who says so too. */
export async function requireFactor(boss: Page): Promise<void> {
  const { version } = await ask<{ version: number }>(boss, 'GET', '/api/settings');
  await ask(boss, 'PUT', '/api/settings/security', {
    version,
    two_factor_required: true,
    session_idle_hours: null,
    session_absolute_hours: null,
    allowed_domains: [],
  });
}
