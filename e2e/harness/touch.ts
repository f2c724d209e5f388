import type { Page } from '@playwright/test';

/** Makes the pointer of the page a finger, or a mouse again. One for a page: what it sets is its own. */
export async function fingerOf(page: Page): Promise<(enabled: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  return (enabled) => session.send('Emulation.setTouchEmulationEnabled', { enabled });
}

/**
 * Runs in the page. What is pressed within a part of it and has less than 44 px of height for a finger: how much. Where
 * several parts match, one lies over the others, and is the one that is asked.
 */
export function tooLow(within: string): string[] {
  const isThere = (element: Element) => {
    if (element.closest('[aria-hidden=true]')) return false;
    const { width, height, bottom } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && bottom > 0;
  };
  const reach = (element: HTMLElement) => {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const hits = (y: number) => {
      const at = document.elementFromPoint(left + width / 2, y);
      return at !== null && (element.contains(at) || at.closest('label')?.control === element);
    };
    let [from, to] = [top + height / 2, top + height / 2];
    while (from > 0 && hits(from - 1)) from -= 1;
    while (to < innerHeight && hits(to + 1)) to += 1;
    return Math.round(to - from + 1);
  };
  const pressed =
    'a[href], button, input, summary, [role=tab], [role=combobox], [role=switch], [role=option], [role^=menuitem]';
  const parts = [...document.querySelectorAll(within)].filter((part) => !part.parentElement?.closest(within));
  return [...(parts.at(-1)?.querySelectorAll<HTMLElement>(pressed) ?? [])]
    .filter((element) => isThere(element) && !element.matches(':disabled, [data-disabled]'))
    .map((element) => ({ element, px: reach(element) }))
    .filter(({ px }) => px < 44)
    .map(({ element, px }) => `${String(px)} px: ${element.outerHTML.slice(0, 160)}`);
}
