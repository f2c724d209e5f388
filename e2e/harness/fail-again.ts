import type { Page } from '@playwright/test';

/**
 * From now on this read fails; a person looks at the tab again after a while, twice: with the second answer the page
 * has long shown what it makes of the first. The clock of the page must be installed.
 */
export async function failAgain(page: Page, address: RegExp): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 404, json: { code: 'object.not_found' } }));
  for (let looked = 0; looked < 2; looked += 1) {
    const answer = page.waitForResponse(address);
    await page.clock.fastForward('02:00');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await answer;
  }
}
