import { expect, type Page } from '@playwright/test';

/**
 * Goes to a screen and waits until it is complete: its heading, rows, pictures and font, and under /admin the menus
 * that come after it. Not until the network is silent: the stream of live events never ends.
 */
export async function stand(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
  if (new URL(page.url()).pathname in PLAIN || !path.startsWith('/admin')) return settle(page);
  await expect(page.getByRole('button', { name: /^(Menú de usuario|User menu)$/ })).toBeVisible();
  return settle(page);
}

/** Screens under /admin without the layout. */
const PLAIN: Record<string, true> = {
  '/admin/login': true,
  '/admin/register': true,
  '/admin/reset-password': true,
  '/admin/verify-email': true,
};

/** Waits until what a screen or a dialog shows is all there. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What the browser had put off until it has nothing else to do, such as code that is fetched ahead.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
  });
}
