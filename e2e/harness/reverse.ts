import type { Page, Request, Response, Route } from '@playwright/test';

/** Waits until all is answered. */
export type Answered = () => Promise<void>;

/**
 * From here on the reads of a page are answered in the reverse of the order in which it asks for them, each once the
 * page has drawn the one before: what moves where one of them comes late moves then.
 */
export async function answerInReverse(page: Page): Promise<Answered> {
  const held: Route[] = [];
  const code = new Set<Request>();
  page.on('request', (request) => request.url().includes('/assets/') && code.add(request));
  page.on('requestfinished', (request) => code.delete(request));
  page.on('requestfailed', (request) => code.delete(request));

  /** Until the page has drawn what it has, and asks for nothing more. */
  async function still(): Promise<void> {
    let asked: number;
    do {
      asked = held.length;
      await page.evaluate(drawn).catch(() => undefined);
    } while (code.size > 0 || held.length !== asked);
  }
  let answering = Promise.resolve();
  async function answerAll(): Promise<void> {
    for (await still(); held.length > 0; await still()) {
      const route = held.pop()!;
      const response = await answerOf(route);
      await response?.finished();
    }
  }
  await page.route(/\/api\/(?!live)/, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    held.push(route);
    if (held.length === 1) answering = answering.then(answerAll);
    return undefined;
  });
  return async () => {
    do {
      await still();
      await answering;
    } while (held.length > 0);
  };
}

/** Lets it be answered; null where the page has given it up, or is left. */
async function answerOf(route: Route): Promise<Response | null> {
  try {
    await route.fallback();
    return await route.request().response();
  } catch {
    return null;
  }
}

/** Runs in the page. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
