import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** Enter on a button of a dialog that has just opened, once the dialog has taken the focus: it does so a moment after it is seen. */
export async function pressEnterIn(button: Locator): Promise<void> {
  const hasFocus = (element: Element) =>
    element.closest('[role=dialog], [role=alertdialog]')?.contains(document.activeElement);
  await expect.poll(() => button.evaluate(hasFocus)).toBe(true);
  await button.press('Enter');
}
