import type { Page } from '@playwright/test';

/** Closes what is shown, so that the next toast cannot be taken for one of these. */
export async function closeToasts(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const buttons = document.querySelectorAll<HTMLElement>('[aria-label="Cerrar aviso"]');
    for (const button of buttons) button.click();
    return buttons.length === 0;
  });
}
