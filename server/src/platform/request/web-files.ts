import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './define-route.ts';
import { AppError } from '../core/errors.ts';
import type { WebBuild } from './web-build.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Asked for again each time, and answered 304 while it is the same. */
const REVALIDATED = 'no-cache';
/** Never asked for by name: the page, what the build tells the server, compressed copies and source maps of files. */
const INTERNAL = /^(index\.html|csp\.json)$|\.(br|gz|map)$/;

/**
 * Serves the web build, precompressed where the build has it so. A file under /assets/ carries a hash in its
 * name and never changes. Addresses of screens are answered by the page (missing-routes.ts).
 */
export async function registerWebFiles(app: App, web: WebBuild): Promise<void> {
  await app.register(fastifyStatic, {
    root: web.root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : REVALIDATED);
    },
  });
  for (const name of filesIn(web.root)) app.get(`/${name}`, (_request, reply) => reply.sendFile(name));
  // One route for all of them, since a router takes a tenth of a second to sort them; what was not built is not there,
  // and no address is ever looked up on the disk.
  const assets = new Set(filesIn(join(web.root, 'assets')));
  app.get('/assets/:name', (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
    const { name } = request.params;
    if (!assets.has(name)) throw new AppError('request.not_found');
    return reply.sendFile(`assets/${name}`);
  });
}

/** The names of a folder's files that browsers ask for. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !INTERNAL.test(entry.name)).map(({ name }) => name);
}
