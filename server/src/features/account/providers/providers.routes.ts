import { PROVIDERS } from '@atalaya/contract/provider-names';
import type { Provider } from '@atalaya/contract/provider-names';
import { providerRoutes } from '@atalaya/contract/providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserOf, entryCookies } from '../../../platform/request/entry.ts';
import { originOf } from '../../../platform/core/actor.ts';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { presentInstant } from '../../../platform/database/clock.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takeFromClient } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readSession } from '../../../platform/request/session.ts';
import { openFlowCookie } from '../../../platform/request/flow-cookie.ts';
import type { Flow } from './provider-flow.ts';
import {
  accountToLink,
  callbackPath,
  linkTo,
  openProviders,
  readWaysIn,
  signInWith,
  unlink,
} from './providers.service.ts';
import type { Providers } from './providers.service.ts';
import { safePath } from '../../../platform/request/safe-path.ts';

const STARTS: Limit = { name: 'provider-starts', max: 60, seconds: 900 };
const CALLBACKS: Limit = { name: 'provider-callbacks', max: 60, seconds: 900 };
/** Bytes of the form that Apple posts. */
const FORM_LIMIT = 16 * 1024;

/** Sign-in with accounts of others, and the own ones that are linked. */
export async function registerProviders(app: App, platform: Platform): Promise<void> {
  const providers = openProviders(platform);
  const cookie = openFlowCookie<Flow>(platform.config, 'provider');
  const start = async (provider: Provider, goal: Pick<Flow, 'link_to' | 'redirect'>, reply: FastifyReply) => {
    const now = await presentInstant(platform.database);
    const { flow, url } = await providers.start(provider, goal, now);
    reply.header('set-cookie', cookie.set(flow, now));
    return { url };
  };
  const limit = { limit: STARTS };
  const { startProviderSignIn, startProviderLink } = providerRoutes;
  defineRoute(
    app,
    platform,
    startProviderSignIn,
    ({ params, body, reply }) =>
      start(params.provider, { link_to: null, redirect: safePath(body.redirect) }, reply),
    limit,
  );
  defineRoute(
    app,
    platform,
    startProviderLink,
    async ({ by, params, body, reply }) =>
      start(params.provider, { link_to: await accountToLink(platform, by, body), redirect: null }, reply),
    limit,
  );
  defineRoute(app, platform, providerRoutes.readWaysIn, ({ actor }) => readWaysIn(platform, actor));
  defineRoute(app, platform, providerRoutes.unlinkProvider, ({ by, params, body }) =>
    unlink(platform, by, params.provider, body),
  );
  registerCallbacks(app, platform, providers);
  await app.register(registerAppleForm);
}

/** Where providers send the browser back to. No part of the contract: what they add to the address is theirs. */
function registerCallbacks(app: App, platform: Platform, providers: Providers): void {
  const cookie = openFlowCookie<Flow>(platform.config, 'provider');
  for (const provider of PROVIDERS) {
    app.get(callbackPath(provider), { exposeHeadRoute: false }, async (request, reply) => {
      const now = await presentInstant(platform.database);
      const kept = cookie.read(request.headers.cookie, now);
      const flow = kept?.provider === provider ? kept : null;
      const cookies = [cookie.clear()];
      const to = await comeBack(platform, providers, flow, { request, now, cookies }).catch(
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          request.refusal = { code: error.code, details: error.options.details };
          return problemPath(flow, error);
        },
      );
      return reply.header('set-cookie', cookies).redirect(to, 303);
    });
  }
}

/** Where the linked accounts are shown. */
const LINKED_PAGE = '/admin/profile?tab=security';

/** `params`: where a person whose company requires its own sign-on goes instead. */
const problemPath = (flow: Flow | null, { code, options: { params } }: AppError) =>
  flow?.link_to
    ? `${LINKED_PAGE}&provider_error=${code}`
    : `/admin/login?${new URLSearchParams({ provider_error: code, ...startIn(params) }).toString()}`;
const startIn = (params?: Record<string, string | number>) =>
  typeof params?.['start'] === 'string' ? { start: params['start'] } : {};

const secondStepPath = ({ redirect }: Flow) =>
  `/admin/login?${new URLSearchParams({ step: 'second-factor', ...(redirect ? { redirect } : {}) }).toString()}`;

type Return = { request: FastifyRequest; now: Date; cookies: string[] };

/** Finishes what a browser began; the path that it goes to. Its own cookies are added to `cookies`. */
async function comeBack(
  platform: Platform,
  providers: Providers,
  flow: Flow | null,
  { request, now, cookies }: Return,
): Promise<string> {
  await takeFromClient(platform, CALLBACKS, request.ip);
  // Another browser than the one that began, or too late.
  if (!flow) throw new AppError('provider.failed');
  const callback = new URL(request.url, platform.config.publicUrl);
  const identity = await providers.identify(flow, callback, now);
  const signedIn = await readSession(platform, request.headers.cookie);
  const origin = originOf(request);
  if (flow.link_to === null) {
    const browser = browserOf(platform, request);
    const entered = await signInWith(platform, origin, flow.provider, identity, {
      ...browser,
      previous: signedIn,
    });
    cookies.push(...entryCookies(platform, entered));
    return 'token' in entered ? (flow.redirect ?? '/admin') : secondStepPath(flow);
  }
  // Refused where another person has signed in in this browser since the flow began.
  if (signedIn?.actor.user_id !== flow.link_to) throw new AppError('provider.failed');
  await linkTo(platform, { actor: signedIn.actor, origin }, flow.provider, identity);
  return LINKED_PAGE;
}

/**
 * Apple posts its answer as a form of another site, which brings no Lax cookie along: the form becomes the address of
 * the callback, where the browser brings it. It reads nothing, changes nothing and sets nothing, hence no Origin (S8).
 */
async function registerAppleForm(app: App): Promise<void> {
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.post(callbackPath('apple'), { config: { foreignForm: true } }, async ({ body }, reply) => {
    const given = body instanceof URLSearchParams ? body : new URLSearchParams();
    const kept = ['code', 'state', 'iss', 'error'].flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    });
    return reply.redirect(`${callbackPath('apple')}?${new URLSearchParams(kept).toString()}`, 303);
  });
}
