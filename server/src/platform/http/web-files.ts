import fastifyStatic from '@fastify/static';
import type { App } from '../define-route.ts';
import type { WebBuild } from './web-build.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Asked for again each time, and answered 304 while it is the same. */
const REVALIDATED = 'no-cache';

/**
 * Serves the web build, precompressed where the build has it so. What stands under /assets/ carries a hash in its
 * name and never changes. Addresses of screens are answered by the page (missing-routes.ts).
 */
export async function registerWebFiles(app: App, web: WebBuild): Promise<void> {
  await app.register(fastifyStatic, {
    root: web.root,
    // A route per file of the build: no address is ever looked up on the disk.
    wildcard: false,
    index: false,
    globIgnore: ['index.html', 'csp.json', '**/*.{br,gz,map}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : REVALIDATED);
    },
  });
}
