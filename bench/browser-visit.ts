import type { Browser, BrowserContext, Page } from 'playwright';

/** How far the server is and how fast the machine: here and now, or over a mobile network on an old one. */
export type Line = 'plain' | 'slow';
export const LINES: Line[] = ['plain', 'slow'];

/** In milliseconds, kB as sent, and parts of the window that moved. */
export type Moment = { ms: number; scripts: number; kb: number; shift: number };

const ROUND_TRIP_MS = 40;
const BYTES_PER_SECOND = 10_000_000 / 8;
const SLOWER_PROCESSOR = 4;
/** Milliseconds between the keys of a quick typist: the page has time to fetch ahead. */
const KEY_MS = 60;
const SETTLED_MS = 700;
const WINDOW = { width: 1440, height: 900 };

type Watch = { pressed: number; shifts: { at: number; value: number }[]; interaction: number };
declare global {
  var benchWatch: Watch;
}

/** A page in a browser that has nothing in its cache, on a line, watched from its first moment. */
export async function withPage<T>(
  browser: Browser,
  line: Line,
  visit: (page: Page) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({ viewport: WINDOW, locale: 'es-ES' });
  try {
    await context.addInitScript(watch);
    const page = await context.newPage();
    if (line === 'slow') await slowDown(page);
    return await visit(page);
  } finally {
    await context.close();
  }
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
}

/** Runs in the page, before anything of it. */
function watch(): void {
  globalThis.benchWatch = { pressed: 0, shifts: [], interaction: 0 };
  // A page of many pieces has more of them than are kept by default.
  performance.setResourceTimingBufferSize(5_000);
  addEventListener('click', (event) => (globalThis.benchWatch.pressed = event.timeStamp), { capture: true });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe('layout-shift', (entry) => {
    const { startTime, value } = entry as PerformanceEntry & { value: number };
    globalThis.benchWatch.shifts.push({ at: startTime, value });
  });
  observe('event', (entry) => {
    const { interactionId, duration } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId)
      globalThis.benchWatch.interaction = Math.max(globalThis.benchWatch.interaction, duration);
  });
}

/** What is waited for, by selectors: so many that match `there`, and none that match `gone`. */
export type Sight = { path?: string; there: string; least?: number; gone?: string };

/**
 * Waits for a frame in which something is seen.
 * @param since the moment that it is measured from: the navigation, or the last press of a button
 */
export async function until(page: Page, sight: Sight, since: 'navigation' | 'press'): Promise<Moment> {
  const seen = await page.waitForFunction(
    ({ path, there, least = 1, gone }) => {
      if (path !== undefined && location.pathname !== path) return false;
      if (document.querySelectorAll(there).length < least) return false;
      return gone !== undefined && document.querySelector(gone) ? false : performance.now();
    },
    sight,
    { polling: 'raf', timeout: 60_000 },
  );
  const at = Number(await seen.jsonValue());
  const loaded = await page.evaluate((until_at) => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= until_at)
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize }));
    return [...new Map(scripts.map(({ name, bytes }) => [name, bytes]))];
  }, at);
  // What comes late moves things, too.
  await page.waitForTimeout(SETTLED_MS);
  const { pressed, shifts } = await page.evaluate(() => globalThis.benchWatch);
  const from = since === 'press' ? pressed : 0;
  return {
    ms: at - from,
    scripts: loaded.length,
    kb: loaded.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000,
    shift: shifts.filter((shift) => shift.at >= from).reduce((sum, { value }) => sum + value, 0),
  };
}

/** Types as people do. */
export async function type(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).first().pressSequentially(text, { delay: KEY_MS });
}

/** The longest that any of what `interact` does took until it was painted, in milliseconds (to eight). */
export async function interactionOf(page: Page, interact: () => Promise<void>): Promise<number> {
  await page.evaluate(() => (globalThis.benchWatch.interaction = 0));
  await interact();
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => globalThis.benchWatch.interaction);
}
