import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import {
  forgetShifts,
  lookAt,
  lookOnTablet,
  noteShifts,
  problemsIn,
  shiftsOf,
  widthAtLast,
  widthOf,
} from './looks.ts';
import { answerInReverse } from './reverse.ts';
import { settle, stand } from './stand.ts';
import { fingerOf, tooLow } from './touch.ts';

const DIALOG = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 360, height: 800 };

export type Act = (page: Page) => Promise<void>;

/** What opens over a screen. */
export type Opened = {
  path: string;
  /** What to do on the screen before it can be opened. */
  before?: Act;
  /** How it is opened; without that, the address alone opens it. */
  open?: Act;
  /** What one does then, in the dialog, until another lies over it. */
  inside?: Act;
  /** It is reached by steps, of which each may move the dialog: only where it ends is looked at, opened once. */
  once?: true;
};

/** A button by its whole name, the first that can be used. */
export const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true, disabled: false }).first().click();

export const clickThere = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();

export const press = (key: string) => (page: Page) => page.keyboard.press(key);

/** One after the other. */
export const inTurn =
  (...acts: Act[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page);
  };

async function open(page: Page, { open: act, inside }: Opened): Promise<void> {
  await act?.(page);
  await expect(page.locator(DIALOG)).not.toHaveCount(0);
  await settle(page);
  if (!inside) return;
  const before = await page.locator(DIALOG).count();
  await inside(page);
  await expect(page.locator(DIALOG)).not.toHaveCount(before);
  await settle(page);
}

/** By Escape, the uppermost first, until none is left or the address has changed. */
async function close(page: Page): Promise<void> {
  const address = page.url();
  const count = () => page.locator(DIALOG).count();
  for (let left = await count(); left > 0 && page.url() === address; left = await count()) {
    await page.keyboard.press('Escape');
    await expect.poll(async () => page.url() !== address || (await count()) < left).toBe(true);
  }
}

/** Loads the screen, and opens what opens over it. */
async function load(page: Page, opened: Opened): Promise<void> {
  if (opened.open) {
    await stand(page, opened.path);
    await opened.before?.(page);
    // What a screen moves while it loads is held against the screen.
    await forgetShifts(page);
  } else {
    await page.goto(opened.path);
  }
  await open(page, opened);
}

/** Opens it again on the screen that is shown: by the same act, or by going back to its address. */
async function reopen(page: Page, opened: Opened): Promise<void> {
  await close(page);
  await forgetShifts(page);
  await open(page, opened.open ? opened : { ...opened, open: (on) => on.goBack().then(() => undefined) });
}

/** What a finger has too little of in what lies uppermost, which scrolls to be measured. */
async function tooLowThere(page: Page): Promise<string[]> {
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
  const { pathname, search } = new URL(page.url());
  return (await page.evaluate(tooLow, DIALOG)).map((low) => `${pathname}${search}: ${low}`);
}

/**
 * Each dialog on a desk, on a tablet and, opened again, on phones: what is wrong with its looks at each width, what
 * moves, what is too wide and what is too low for a finger.
 * The screen below is loaded once.
 */
export async function lookInto(page: Page, dialogs: readonly Opened[]): Promise<string[]> {
  await noteShifts(page);
  const answered = await answerInReverse(page);
  const useFinger = await fingerOf(page);
  const problems: string[] = [];
  for (const dialog of dialogs) {
    await useFinger(false);
    await page.setViewportSize(DESK);
    await load(page, dialog);
    await answered();
    if (!dialog.once) problems.push(...(await shiftsOf(page)));
    problems.push(...(await widthOf(page)), ...(await lookAt(page, DIALOG)));
    problems.push(...(await lookOnTablet(page, DIALOG)));
    await page.setViewportSize(PHONE);
    await useFinger(true);
    if (!dialog.once) {
      await reopen(page, dialog);
      await answered();
      problems.push(...(await shiftsOf(page)));
    }
    problems.push(
      ...(await widthAtLast(page)),
      ...(await problemsIn(page, 'lightMinimal', { within: DIALOG })),
      ...(await tooLowThere(page)),
    );
    await page.setViewportSize(NARROW);
    problems.push(...(await widthAtLast(page)));
  }
  return problems;
}
