import type { Page } from '@playwright/test';
import { codeOf, stepOf } from '../../server/src/features/two-factor/totp.ts';
import { expect, PASSWORD_OF_MEMBERS } from '../test.ts';

/** The code of the app for a step near the present one: each step serves once. */
export function codeAt(secret: string, by: number): string {
  const five = [...secret.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (five.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepOf(new Date()) + by);
}

/** From the password to the recovery codes, wherever the steps stand; the secret and the codes. */
export async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByLabel('Contraseña actual').last().fill(PASSWORD_OF_MEMBERS);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR para la aplicación de verificación' })).toBeVisible();
  const secret = await page.locator('code').innerText();
  await page.getByLabel('Código de 6 dígitos').fill(codeAt(secret, -1));
  await page.getByRole('button', { name: 'Verificar y activar' }).click();
  const codes = page.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return { secret, codes: await codes.allInnerTexts() };
}
