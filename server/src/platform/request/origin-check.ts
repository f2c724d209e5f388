import type { FastifyRequest } from 'fastify';
import type { Config } from '../core/config.ts';
import { bearerKey } from './api-key.ts';
import type { App } from './define-route.ts';
import { innerCallOf } from './inner-call.ts';
import { AppError } from '../core/errors.ts';
import { isLoopback } from '../core/loopback.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Every request that may change something must come from a page of ours: its Origin is PUBLIC_URL's.
 * None, 'null' and any other are refused before the session is looked at. With an API key the cookie is not read at
 * all, and no other page can send that header: such a request comes from a program, which has no Origin. Routes for
 * other servers look at no session either, but at a secret of their own.
 * What the contract takes from anywhere is public, and changes nothing on the strength of a cookie.
 */
export function registerOriginCheck(app: App, config: Config): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (mayComeFromAnywhere(request) || isOurs(request.headers.origin, config.publicUrl)) done();
    else done(new AppError('request.foreign_origin'));
  });
}

function mayComeFromAnywhere({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (SAFE.has(method) || bearerKey(headers.authorization) !== null || innerCallOf(headers)) return true;
  const { foreignForm, ownSecret, contract } = routeOptions.config;
  return (
    foreignForm === true ||
    ownSecret === true ||
    contract?.raw !== undefined ||
    contract?.fromAnywhere === true
  );
}

/** On one's own machine 'localhost' and '127.0.0.1' are the same place, if the port is. */
export function isOurs(origin: string | undefined, publicUrl: URL): boolean {
  if (origin === undefined) return false;
  if (origin === publicUrl.origin) return true;
  if (!isLoopback(publicUrl.hostname) || !URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return protocol === publicUrl.protocol && port === publicUrl.port && isLoopback(hostname);
}
