import type { Route } from '@atalaya/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { originOf } from '../core/actor.ts';
import type { Actor, Origin } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import { checkAccess } from './access.ts';
import { countCostly } from './costly-calls.ts';
import { fieldProblems } from '../core/problems.ts';
import { takeFromClient } from '../limits/rate-limits.ts';
import type { Limit } from '../limits/rate-limits.ts';
import type { Platform } from '../process/platform.ts';
import { readCaller } from './session.ts';

export type App = FastifyInstance;

type Part<R extends Route, P extends 'params' | 'query' | 'body'> = R extends {
  [K in P]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;
type ActorOf<R extends Route> = R['access'] extends 'public' ? Actor | null : Actor;

/** What a route's handler answers: the input of the contract's response shape, or nothing. */
export type Answer<R extends Route> = R extends { response: infer S extends z.ZodType } ? z.input<S> : void;

/** One request, after the session gate, the access check and the parsing of everything that it carries. */
export type Call<R extends Route> = {
  /** null only where the route is public and no user is signed in. */
  actor: ActorOf<R>;
  /** What the screens are told of the actor, as the gate has read it. */
  session: R['access'] extends 'public' ? SignedSession | null : SignedSession;
  origin: Origin;
  by: { actor: ActorOf<R>; origin: Origin };
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
};
type SignedSession = NonNullable<FastifyRequest['signedIn']>['session'];

export type RouteOptions = {
  /** Calls of one client address and its networks, counted by all instances together. The contract names the refusal. */
  limit?: Limit;
  /** Bytes of the largest body; the application's limit unless named. */
  bodyLimit?: number;
};

/**
 * Registers a route of the contract. Before `handler` runs, the session was read once, the access checked
 * (401, 403), and params, query and body parsed strictly ('request.invalid' with the fields). What it returns is
 * written by the contract's response shape: a property that the shape does not name never leaves the server.
 */
export function defineRoute<const R extends Route>(
  app: App,
  platform: Platform,
  route: R,
  handler: (call: Call<R>) => Promise<Answer<R>>,
  options: RouteOptions = {},
): void {
  if (options.limit && !route.errors?.includes('request.rate_limited'))
    throw new Error(`${route.method} ${route.path} has a limit, and its contract does not say so`);
  const status = route.status ?? (route.response ? 200 : 204);
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { contract: route },
    exposeHeadRoute: !isStreamed(route),
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    ...(route.response ? { schema: { response: { [status]: route.response } } } : {}),
    // Before the body is read: a stranger's bytes are not worth parsing.
    onRequest: async (request) => {
      if (options.limit) await takeFromClient(platform, options.limit, request.ip);
      request.signedIn = await readCaller(platform, request);
      checkAccess(route, request.signedIn?.actor ?? null);
      if (route.costly) countCostly(platform, request.signedIn?.actor ?? null);
    },
    handler: async (request, reply) => {
      const answer = await handler(callOf(route, request, reply));
      reply.code(status);
      if (!route.response) return reply.send();
      if (app.checkAnswers) route.response.parse(answer);
      return answer;
    },
  });
}

/**
 * A response without a shape is a file or a stream, which GET alone opens: for HEAD a stream would stay open unread, and
 * a download be recorded as one.
 */
export const isStreamed = ({ response }: Route): boolean => response instanceof z.ZodUnknown;

function callOf<R extends Route>(route: R, request: FastifyRequest, reply: FastifyReply): Call<R> {
  const actor = request.signedIn?.actor ?? null;
  const origin = originOf(request);
  const call = {
    actor,
    session: request.signedIn?.session ?? null,
    origin,
    by: { actor, origin },
    ...parseParts(route, request),
    request,
    reply,
  };
  // The parts were parsed by the very shapes that the type is made from.
  return call as unknown as Call<R>;
}

const NOTHING = z.strictObject({});

function parseParts(route: Route, request: FastifyRequest) {
  const params = (route.params ?? NOTHING).safeParse(request.params, { reportInput: true });
  const query = (route.query ?? NOTHING).safeParse(request.query, { reportInput: true });
  // A route without a body takes an absent or an empty one.
  const body = (route.body ?? NOTHING).safeParse(route.body ? request.body : (request.body ?? {}), {
    reportInput: true,
  });
  if (params.success && query.success && body.success)
    return { params: params.data, query: query.data, body: route.body ? body.data : undefined };
  throw new AppError('request.invalid', {
    fields: [
      ...(params.success ? [] : fieldProblems('params', params.error)),
      ...(query.success ? [] : fieldProblems('query', query.error)),
      ...(body.success ? [] : fieldProblems('body', body.error)),
    ],
  });
}
