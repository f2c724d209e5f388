import type { Page } from '@playwright/test';
import { expect } from '../test.ts';

/** Closes what is shown, so that the next toast cannot be taken for one of these. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Cerrar aviso' });
  await expect
    .poll(async () => {
      // One that goes by itself meanwhile needs no press.
      await close
        .first()
        .click({ timeout: 500 })
        .catch(() => undefined);
      return close.count();
    })
    .toBe(0);
}
