import type { Page, Request } from '@playwright/test';

type Held = {
  /** The first request that was held. */
  asked: Promise<Request>;
  letGo: () => void;
};

/** Keeps requests of this method back, as a slow network does, until they are let go. */
export async function hold(page: Page, method: string, address: string | RegExp): Promise<Held> {
  const asked = Promise.withResolvers<Request>();
  const free = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked.resolve(route.request());
    await free.promise;
    // The page may have given up what it no longer waits for.
    return route.continue().catch(() => undefined);
  });
  return { asked: asked.promise, letGo: () => free.resolve() };
}
