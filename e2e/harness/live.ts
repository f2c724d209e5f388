import { expect, type Page } from '@playwright/test';

/** Waits until the page hears live events: they are told once the stream is open. */
export async function openHearing(page: Page, address: string): Promise<void> {
  const stream = page.waitForResponse('**/api/live*');
  await page.goto(address);
  expect((await stream).status()).toBe(200);
}
