import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';

/** Milliseconds that the database may take before this server says that it is not ready. */
const PING_TIMEOUT = 1500;

/** For monitors and load balancers: whether this server runs, and whether it can serve. */
export function registerHealth(app: App, platform: Platform): void {
  app.get('/api/health/live', async () => ({ status: 'ok' }));
  app.get('/api/health/ready', async (_request, reply) => {
    const ready = !app.draining && (await answers(platform));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}

async function answers(platform: Platform): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, PING_TIMEOUT, false);
  try {
    return await Promise.race([platform.database.ping().then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
