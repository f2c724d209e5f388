import { expect, type Page } from '@playwright/test';
import { themeNames } from '../../ui/src/themes/theme-list.ts';
import { presets } from '../../ui/src/themes/presets.ts';
import { shapePairs, textPairs } from '../../ui/src/themes/contrast-pairs.ts';
import { violationsIn } from './axe.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose answer depends on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const TOKENS = Object.keys(presets.lightMinimal.light.tokens);
const TESTED = new Set([...textPairs, ...shapePairs].map(([front, back]) => `${front} on ${back}`));

/** Every theme in each of its modes, but for the first, in which everything is looked at anyway. */
const TABLES = themeNames
  .flatMap((theme) => (['light', 'dark'] as const).map((mode) => ({ theme, mode })))
  .slice(1);
let turn = 0;

const whereIs = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search} at ${String(page.viewportSize()?.width)}`;
};

async function setTheme(page: Page, theme: string, mode: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    async ({ name, shade }) => {
      Object.assign(document.documentElement.dataset, { theme: name, mode: shade });
      // What moves by scrolling never ends; what is taken away while it moves has ended, too.
      const timed = document.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline);
      await Promise.allSettled(timed.map(({ finished }) => finished));
    },
    { name: theme, shade: mode },
  );
}

/** What axe finds on the page, or in a part of it, as one line for each kind of problem. */
export async function problemsIn(page: Page, theme: string, options: LookOptions = {}): Promise<string[]> {
  const { within, rules = 'all', mode = 'light' } = options;
  await setTheme(page, theme, mode);
  const violations = await violationsIn(page, {
    within,
    runOnly: rules === 'all' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLOUR_RULES },
  });
  return violations.map(
    ({ id, count, html, summary }) =>
      `${whereIs(page)} in ${theme} ${mode}: ${id} × ${String(count)}: ${html} ${summary}`,
  );
}

/**
 * All that is wrong with the looks of what is shown: all that axe finds in the first theme, the colours in one of
 * the other fifteen tables, each in its turn, and pairs of colours that no test measures in all of them.
 */
export async function lookAt(page: Page, within?: string): Promise<string[]> {
  const { theme, mode } = TABLES[turn++ % TABLES.length]!;
  const part = within === undefined ? {} : { within };
  return [
    ...(await untestedPairsIn(page)),
    ...(await problemsIn(page, theme, { ...part, rules: 'colours', mode })),
    ...(await problemsIn(page, 'lightMinimal', part)),
  ];
}

export type LookOptions = {
  /** A selector; else the whole page. */
  within?: string;
  /** Whether to ask for everything, or for what differs from theme to theme. */
  rules?: 'all' | 'colours';
  mode?: 'light' | 'dark';
};

/**
 * Pairs of a colour and its background on the page, as tokens, that no test of the themes has measured. Each token gets
 * a colour of its own for that, so that the painted colour tells its token.
 */
export async function untestedPairsIn(page: Page): Promise<string[]> {
  const used = await page.evaluate(colourPairs, TOKENS);
  return used
    .filter(({ pair }) => !TESTED.has(pair))
    .map(({ pair, html }) => `${whereIs(page)}: nothing measures ${pair}: ${html}`);
}

/** Runs in the page. Each pair of a text's or an icon's colour and its ground once, with where it was found. */
function colourPairs(tokens: string[]): { pair: string; html: string }[] {
  const colourAt = (at: number) => `rgb(${String(at + 1)}, 1, 254)`;
  const nameOf = new Map(tokens.map((token, at) => [colourAt(at), token]));
  const sheet = new CSSStyleSheet();
  const body = tokens.map((token, at) => `--${token}: ${colourAt(at)};`).join('');
  sheet.replaceSync(`:root:root:root, [data-theme][data-theme][data-theme] { ${body} }`);
  document.adoptedStyleSheets.push(sheet);
  const named = (colour: string) => nameOf.get(colour) ?? colour;
  const found = new Map<string, string>();

  function groundsOf(element: Element | null): string[] {
    if (element === null) return ['nothing'];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage.includes('gradient'))
      return (backgroundImage.match(/rgba?\([^)]*\)/g) ?? []).map(named);
    return /, 0\)$|transparent/.test(backgroundColor)
      ? groundsOf(element.parentElement)
      : [named(backgroundColor)];
  }

  function note(element: Element, colour: string): void {
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const { width, height } = element.getBoundingClientRect();
    // What cannot be used may be faint.
    const isOff = element.closest(':disabled, [aria-disabled=true], [data-disabled], label:has(~ :disabled)');
    if (!isShown || width <= 1 || height <= 1 || isOff) return;
    for (const ground of groundsOf(element))
      found.set(`${named(colour)} on ${ground}`, element.outerHTML.slice(0, 160));
  }

  const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file])';
  const isWritten = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
  for (const element of document.body.querySelectorAll('*')) {
    const { color, fill } = getComputedStyle(element);
    if (element instanceof SVGElement) {
      if (element.matches('text, tspan')) note(element, fill);
      else if (element.matches('svg.lucide:not(input ~ *)')) note(element, color);
    } else if ([...element.childNodes].some(isWritten) || element.matches(FIELDS)) note(element, color);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  return [...found].map(([pair, html]) => ({ pair, html }));
}

/**
 * What is shown, on a tablet: what is too wide, and all that axe finds in the first theme. Its colours are those of a
 * desk, and turning it moves things, as it should.
 */
export async function lookOnTablet(page: Page, within?: string): Promise<string[]> {
  await page.setViewportSize({ width: 768, height: 1024 });
  return [
    ...(await widthAtLast(page)),
    ...(await problemsIn(page, 'lightMinimal', within === undefined ? {} : { within })),
  ];
}

/** The screen that is shown, on a desktop, a tablet and phones: its looks, and what is too wide. */
export async function lookAtAnyWidth(page: Page): Promise<string[]> {
  const problems = [...(await widthOf(page)), ...(await lookAt(page)), ...(await lookOnTablet(page))];
  await page.setViewportSize({ width: 390, height: 844 });
  problems.push(...(await widthOf(page)), ...(await problemsIn(page, 'lightMinimal')));
  await page.setViewportSize({ width: 360, height: 800 });
  problems.push(...(await widthOf(page)));
  await page.setViewportSize({ width: 1440, height: 900 });
  return problems;
}

/** Records each shift while a screen loads, with what moved. To be called before the first screen. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        const moved = entry.sources.map(({ node }) =>
          (node instanceof Element ? node.outerHTML : '').slice(0, 120),
        );
        shifts.push(`${entry.value.toFixed(4)} ${moved.join(' | ')}`);
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts, observer });
  });
}

/** From here on only: what has moved before belongs to what was looked at before. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { shifts, observer } = window as unknown as { shifts: string[]; observer: PerformanceObserver };
    // What is under way is painted first.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    observer.takeRecords();
    shifts.length = 0;
  });
}

/** By how much the page is wider than the window, or a dialog's content than the dialog. */
export async function widthOf(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => {
    const inner = [...document.querySelectorAll('[role=dialog] > div, [role=alertdialog] > div')];
    const within = inner.map((box) => box.scrollWidth - box.clientWidth);
    return Math.max(document.documentElement.scrollWidth - innerWidth, ...within);
  });
  return beyond > 0 ? [`${whereIs(page)} is ${String(beyond)} px too wide`] : [];
}

/** The same, once what hangs on a button of the page has followed it into a narrower window. */
export async function widthAtLast(page: Page): Promise<string[]> {
  let found: string[] = [];
  const narrow = expect.poll(async () => (found = await widthOf(page)), { timeout: 5000 }).toEqual([]);
  await narrow.catch(() => undefined);
  return found;
}

/** What has moved by itself since the screen was loaded. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  return shifts.map((shift) => `${whereIs(page)} moves: ${shift}`);
}
