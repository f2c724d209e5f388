import type { Page } from '@playwright/test';

/** More presses of Tab than any screen has stops: who has not come round by then is in a trap. */
const PRESSES_MAX = 800;

type Stop = {
  name: string;
  /** Counted from 0 as it is first reached; the same as before where a stop has stops of its own, as a date has. */
  id: number;
  /** What is wrong with it. */
  problem: string | null;
};

/** Runs in the page: the stop that has the keyboard, or null where the page itself has it. */
function look(): Stop | null {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return null;
  const known = ((globalThis as { stops?: Element[] }).stops ??= []);
  const before = known.at(-1);
  if (!known.includes(at)) known.push(at);
  const nameOf = (stop: Element) =>
    `${stop.tagName} ${stop.getAttribute('aria-label') ?? stop.textContent.trim().slice(0, 40)}`;
  const hasRing = [getComputedStyle(at), getComputedStyle(at, '::after')].some(
    ({ outlineStyle, outlineWidth, outlineColor }) =>
      outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 && !/, 0\)$|\/ 0\)$/.test(outlineColor),
  );
  const { left, right, top, bottom } = at.getBoundingClientRect();
  const middle = Math.min((top + bottom) / 2, top + innerHeight / 4);
  const over = document.elementFromPoint((left + right) / 2, middle)?.closest('header, thead');
  const isCovered = over != null && !over.contains(at) && !at.contains(over);
  // Beside the one before is no way back: the next column begins at its top.
  const isBack = () => {
    if (!before?.isConnected || !before.closest('main') || !at.closest('main')) return false;
    const last = before.getBoundingClientRect();
    return top < last.top - 8 && left < last.right - 8;
  };
  const problems = {
    'is out of sight': bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth,
    'lies below a header': isCovered,
    'has no ring': !hasRing,
    [`is above the one before it, ${before ? nameOf(before) : ''}`]: isBack(),
  };
  return {
    name: nameOf(at),
    id: known.indexOf(at),
    problem: Object.entries(problems).find(([, holds]) => holds)?.[0] ?? null,
  };
}

/**
 * From the beginning of the page through all stops to its end, which is the page itself or the first stop again: a
 * way back to any other stop is a trap.
 */
export async function walk(page: Page): Promise<Stop[]> {
  // Some screens begin in their first field.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const stops: Stop[] = [];
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(look);
    const last = stops.at(-1);
    if (stop === null || (stop.id === 0 && last && last.id > 0)) return stops;
    if (last && stop.id < last.id) throw new Error(`A trap: ${last.name} leads back to ${stop.name}`);
    if (stop.id !== last?.id) stops.push(stop);
  }
  const names = stops.slice(-2).map(({ name }) => name);
  throw new Error(`No end after ${String(PRESSES_MAX)} presses, the last stops are: ${names.join(', ')}`);
}

/** What is wrong with the stops of a screen, as a line for each that has something. */
export const problemsOf = (stops: readonly Stop[]) =>
  stops.flatMap(({ name, problem }) => (problem === null ? [] : [`${name} ${problem}`]));
