import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './define-route.ts';
import { AppError } from '../core/errors.ts';
import type { WebBuild } from './web-build.ts';

/** Addresses that are never a screen: a missing one is missing, not a page. */
const NO_SCREEN = /^\/(api|scim|mcp|assets|avatar|metrics|\.well-known)(\/|$)/;

/**
 * What is answered where no route is: the page, for the address of a screen; 405 with Allow where the address
 * knows other methods; else 404.
 */
export function registerMissingRoutes(app: App, web: WebBuild | null): void {
  app.decorate('registered', []);
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(`^${route.url.replaceAll(/[.*]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const method of [route.method].flat())
      app.registered.push({ method, url: route.url, pattern, contract: route.config?.contract });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    if (web && isScreen(request, path)) return sendPage(reply);
    const methods = app.registered.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) throw new AppError('request.not_found');
    throw new AppError('request.method_not_allowed', {
      headers: { allow: [...new Set(methods)].join(', ') },
    });
  });
}

function isScreen(request: FastifyRequest, path: string): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !NO_SCREEN.test(path);
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply.code(200).sendFile('index.html');
}

const pathOf = (request: FastifyRequest) => request.url.replace(/\?.*$/s, '');
