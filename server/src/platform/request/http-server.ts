import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import compress from '@fastify/compress';
import fastify from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../core/config.ts';
import type { App } from './define-route.ts';
import type { Platform } from '../process/platform.ts';
import { rawRefusal, sendRefusal } from './error-reply.ts';
import { innerCallOf } from './inner-call.ts';
import { registerMissingRoutes } from './missing-routes.ts';
import { registerOriginCheck } from './origin-check.ts';
import { forgetOldCounts } from '../limits/rate-limits.ts';
import './request-context.ts';
import { logRequest, registerRequestLog } from './request-log.ts';
import { registerSecurityHeaders, securityHeaders } from './security-headers.ts';
import { registerWebFiles } from './web-files.ts';
import { readWebBuild } from './web-build.ts';
import { writerOf } from './write-answer.ts';

/** Bytes of a JSON body; the longest of the contract is an invitation list of about 60 kB. */
const BODY_LIMIT = 256 * 1024;
/**
 * Milliseconds for the head of a request and for all of it, between two looks at who is late, and of silence in a body
 * that others wait for.
 */
const TIMEOUTS = { head: 10_000, whole: 60_000, check: 5_000, silence: 10_000 };
/** Milliseconds of silence on a connection. */
const SILENCE_TIMEOUT = 120_000;
/** Longer than the 60 s of common load balancers, so that they hang up first. */
const KEEP_ALIVE_TIMEOUT = 72_000;
/** Bytes from which an answer is compressed, where the client accepts it. */
const COMPRESS_FROM = 1024;

export type HttpOptions = {
  /** Checks every answer against the contract before it is written (in tests). */
  checkAnswers?: boolean;
  /** The folder of the web build; without it only the API is served. */
  webRoot?: string | null;
  /** What slow clients are given, instead of the usual. */
  timeouts?: typeof TIMEOUTS;
};

/** A Fastify application with everything that holds for every route; features register theirs on it. */
export async function createHttpServer(platform: Platform, options: HttpOptions = {}): Promise<App> {
  const web = await readWebBuild(options.webRoot ?? null);
  const headers = securityHeaders(platform.config, web?.scriptHashes ?? []);
  const app = newFastify(platform, headers, options.timeouts ?? TIMEOUTS);
  app.decorate('checkAnswers', options.checkAnswers ?? false);
  app.decorate('draining', false);
  app.decorate('silence', (options.timeouts ?? TIMEOUTS).silence);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('refusal', null);
  app.decorateRequest('address', '');
  // The API takes JSON alone: text/plain is what a foreign page can send without being asked.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendRefusal);
  app.setSerializerCompiler(writerOf);
  registerRequestLog(app, platform.log);
  registerSecurityHeaders(app, headers);
  registerDraining(app);
  registerOriginCheck(app, platform.config);
  registerMissingRoutes(app, web);
  await app.register(compress, { global: true, threshold: COMPRESS_FROM, encodings: ['br', 'gzip'] });
  if (web) await registerWebFiles(app, web);
  platform.jobs.daily('forget-rate-limits', '03:50', () => forgetOldCounts(platform));
  return app;
}

/** While the process drains, kept connections are given up with their next answer: the next request goes elsewhere. */
function registerDraining(app: App): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.draining) reply.header('connection', 'close');
    done();
  });
}

/**
 * TRUST_PROXY=on means the one proxy in front of us: the address it has seen, which is the last of the list. The
 * rest of the list is the client's own text.
 */
function trustedProxies({ trustProxy }: Config) {
  return trustProxy === true ? (_address: string, hop: number) => hop === 0 : trustProxy;
}

/**
 * What never became a request is answered all the same. A connection that a browser opened ahead and has not used yet
 * gets no answer: the browser would take it for that of the request it sends at this moment.
 */
function answerRaw(error: { code?: string }, socket: Socket): void {
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isTimeout && socket.bytesRead === 0) return;
  socket.write(rawRefusal(isTimeout ? 'request.timeout' : 'request.invalid'));
}

function newFastify(platform: Platform, headers: Record<string, string>, timeouts: typeof TIMEOUTS): App {
  return fastify({
    // One line per request is written by us (request-log.ts), without what may not be in a log.
    logger: false,
    genReqId: ({ headers }) => innerCallOf(headers)?.request_id ?? randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies(platform.config),
    bodyLimit: BODY_LIMIT,
    requestTimeout: timeouts.whole,
    connectionTimeout: SILENCE_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while we stop is served, and the connection ended.
    return503OnClosing: false,
    http: { headersTimeout: timeouts.head, connectionsCheckingInterval: timeouts.check },
    routerOptions: { maxParamLength: 300 },
    // A malformed address never reaches the hooks: its answer gets the headers here.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      sendRefusal(error, request, reply.headers({ ...headers, 'x-request-id': request.id }));
      logRequest(platform.log, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      if (socket.writable) answerRaw(error, socket);
      socket.destroy(error);
    },
  });
}
