import type { FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { Config } from '../../platform/core/config.ts';
import type { App } from '../../platform/request/define-route.ts';
import { AppError } from '../../platform/core/errors.ts';
import { isLocal, isLoopback } from '../../platform/core/loopback.ts';
import { isSameSecret } from '../../platform/core/token.ts';
import type { Platform } from '../../platform/process/platform.ts';

/**
 * Prometheus metrics: of the process, a histogram of requests by route, method and status, and how many reads that may
 * come from a replica did. Told to a client that shows METRICS_TOKEN, and to this machine itself where no proxy can be
 * in between: with a PUBLIC_URL of this machine. A proxy need not say that it is one. For all others the address does
 * not exist.
 */
export function registerMetrics(app: App, platform: Platform): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  const reads = new Counter({
    name: 'database_reads_total',
    help: 'Reads of lists, reports, searches and exports that were answered, by where from',
    labelNames: ['from'],
    registers: [registry],
    collect: () => {
      reads.reset();
      for (const [from, count] of Object.entries(platform.database.reads)) reads.inc({ from }, count);
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, platform.config)) throw new AppError('request.not_found');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(request: FastifyRequest, { metricsToken, publicUrl, trustProxy }: Config): boolean {
  const { authorization } = request.headers;
  if (metricsToken !== null && authorization !== undefined)
    return isSameSecret(authorization, `Bearer ${metricsToken}`);
  return isLoopback(publicUrl.hostname) && trustProxy === false && isLocal(request);
}
