import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { App } from './define-route.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Segments of an address at least this long may be a token. */
const TOKEN_LENGTH = 20;

/**
 * One line per request, written when the answer is out: who, what, how it ended. Denials are warnings, faults are
 * errors with their stack. No query, header or body is written, and no token that is part of an address.
 */
export function registerRequestLog(app: App, log: Logger): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.address = request.ip;
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply);
    done();
  });
}

const DENIED = new Set([401, 403, 429]);

/** The line of one request. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const line = lineOf(request, reply);
  const details = request.refusal?.details;
  if (reply.statusCode >= 500) log.error({ ...line, err: faultOf(details) }, 'request');
  else if (DENIED.has(reply.statusCode)) log.warn({ ...line, details }, 'request');
  else log.info(line, 'request');
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const actor = request.signedIn?.actor;
  return {
    request_id: request.id,
    method: request.method,
    path: loggedPath(request.url),
    status: reply.statusCode,
    code: request.refusal?.code,
    milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.address || request.ip,
    profile_id: actor?.profile_id,
    organization_id: actor?.organization_id ?? undefined,
  };
}

/** The path without its query; a segment that may be a token is hidden. Files of the build hold none. */
export function loggedPath(url: string): string {
  const path = url.replace(/[?#].*$/s, '').slice(0, 500);
  if (path.startsWith('/assets/')) return path;
  return path
    .split('/')
    .map((segment) => (segment.length >= TOKEN_LENGTH && !UUID.test(segment) ? '…' : segment))
    .join('/');
}

/** Of an error only what names the fault: a driver's detail holds values of rows. */
export function faultOf(error: unknown): object | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}
