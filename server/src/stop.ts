import { setTimeout as pause } from 'node:timers/promises';
import type { App } from './platform/request/define-route.ts';
import type { Platform } from './platform/process/platform.ts';

/** Milliseconds that requests in progress get once the grace is over; jobs get as long (jobs.ts), at the same time. */
const REQUESTS_MS = 8_000;
/** Milliseconds after the grace, when the process ends in any case. */
const LAST_RESORT_MS = 9_500;
/** Milliseconds within which a second Ctrl C is the same one: a terminal sends it to npm and to us, and npm passes it on. */
const SAME_PRESS_MS = 1_000;

/**
 * SIGTERM: the server says that it is not ready and goes on serving for DRAIN_SECONDS, until the balancer has noticed;
 * then it ends. Ctrl C ends it without that grace, and a second one at once.
 */
export function stopOnSignals(app: App, platform: Platform): void {
  const hurry = new AbortController();
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await stopServer(app, platform, hurry.signal);
    process.exit(code);
  };
  let pressed = 0;
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => {
    if (hurry.signal.aborted && performance.now() - pressed > SAME_PRESS_MS) process.exit(1);
    pressed = performance.now();
    hurry.abort();
    void stop(0);
  });
  // What no code caught, rejections too: what it left half done is unknown, so that a new process is to take over. Those
  // whose requests are in progress are still answered.
  process.on('uncaughtException', (error) => {
    platform.log.fatal({ err: error }, 'a fault that nobody caught: the process ends');
    hurry.abort();
    void stop(1);
  });
}

/** No new connections, requests in progress finish, live streams end; then jobs and the database close. */
async function stopServer(app: App, platform: Platform, hurry: AbortSignal): Promise<void> {
  process.stdout.write('Atalaya se está deteniendo: las peticiones en curso terminan.\n');
  app.draining = true;
  await pause(platform.config.drainSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS);
  await Promise.all([app.close(), platform.jobs.stop()]);
  clearTimeout(cut);
  await platform.database.close();
}
