import { ssoRoutes } from '@atalaya/contract/sso';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/errors.ts';
import { openGuardedFetch } from '../../platform/core/guarded-fetch.ts';
import { presentInstant } from '../../platform/database/clock.ts';
import { takeFromClient } from '../../platform/limits/rate-limits.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import { browserOf, entryCookies } from '../../platform/request/entry.ts';
import { openFlowCookie } from '../../platform/request/flow-cookie.ts';
import { safePath } from '../../platform/request/safe-path.ts';
import { readSession } from '../../platform/request/session.ts';
import { openOidcClient } from './oidc-client.ts';
import type { OidcClient } from './oidc-client.ts';
import { registerSamlJobs } from './saml/saml.jobs.ts';
import { registerSaml } from './saml/saml.routes.ts';
import type { SsoFlow } from './sso-claims.ts';
import { problemPath, requireId, testedPath } from './sso-pages.ts';
import { CALLBACK_PATH, logoutPath, readSignOn, saveSettings, switchSignOn } from './sso-settings.service.ts';
import { endByProvider, findWayIn, finish, finishTest, start, startPath } from './sso.service.ts';

/** A whole company may come from one address, all at the same hour. */
const LOOK_UPS: Limit = { name: 'sso-look-ups', max: 1200, seconds: 900 };
const STARTS: Limit = { name: 'sso-starts', max: 600, seconds: 900 };
const CALLBACKS: Limit = { name: 'sso-callbacks', max: 600, seconds: 900 };
const LOGOUTS: Limit = { name: 'sso-logouts', max: 600, seconds: 60 };
/** Bytes of the form with which a provider ends sessions. */
const FORM_LIMIT = 16 * 1024;
/** Bytes of settings with the metadata of a provider. */
const SETTINGS_LIMIT = 1024 * 1024;

/** Signing in through the identity provider of one's company, and setting that up. */
export async function registerSso(app: App, platform: Platform): Promise<void> {
  const client = openOidcClient(platform.config);
  const outside = { oidc: client, fetch: openGuardedFetch(platform.config) };
  const cookie = openFlowCookie<SsoFlow>(platform.config, 'sso');
  const routes = ssoRoutes;
  defineRoute(app, platform, routes.readSignOn, ({ actor, params }) =>
    readSignOn(platform, actor, params.id),
  );
  defineRoute(
    app,
    platform,
    routes.saveSignOn,
    ({ by, params, body }) => saveSettings(platform, by, outside, params.id, body),
    { bodyLimit: SETTINGS_LIMIT },
  );
  defineRoute(app, platform, routes.switchSignOn, ({ by, params, body }) =>
    switchSignOn(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.testSignOn, async ({ actor, params, reply }) => {
    // One of another organization is not there.
    await readSignOn(platform, actor, params.id);
    const goal = { connection_id: params.id, tested_by: actor.user_id, redirect: null };
    const { flow, url, now } = await start(platform, client, goal);
    reply.header('set-cookie', cookie.set(flow, now));
    return { url };
  });
  defineRoute(app, platform, routes.findSignOn, ({ body }) => findWayIn(platform, body.email), {
    limit: LOOK_UPS,
  });
  registerWay(app, platform, client);
  await registerSaml(app, platform);
  registerSamlJobs(platform, outside.fetch);
  await app.register((inner: App) => registerLogout(inner, platform, client));
}

/** Where browsers go to a provider from, and come back to. No part of the contract: pages do not call it. */
function registerWay(app: App, platform: Platform, client: OidcClient): void {
  const cookie = openFlowCookie<SsoFlow>(platform.config, 'sso');
  app.get<{ Params: { id: string }; Querystring: { redirect?: unknown } }>(
    startPath(':id'),
    { exposeHeadRoute: false },
    async (request, reply) => {
      const given = request.query.redirect;
      const redirect = safePath(typeof given === 'string' ? given : undefined);
      const going = async () => {
        await takeFromClient(platform, STARTS, request.ip);
        const connection_id = requireId(request.params.id);
        return start(platform, client, { connection_id, tested_by: null, redirect });
      };
      try {
        const { flow, url, now } = await going();
        return await reply.header('set-cookie', cookie.set(flow, now)).redirect(url, 303);
      } catch (error) {
        return reply.redirect(problemPath(request, { tested_by: null, redirect }, error), 303);
      }
    },
  );
  app.get(CALLBACK_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const flow = cookie.read(request.headers.cookie, await presentInstant(platform.database));
    const cookies = [cookie.clear()];
    const to = await comeBack(platform, client, flow, { request, cookies }).catch((error: unknown) =>
      problemPath(request, flow, error),
    );
    return reply.header('set-cookie', cookies).redirect(to, 303);
  });
}

type Return = { request: FastifyRequest; cookies: string[] };

/** Finishes what a browser began; the path that it goes to. Its own cookies are added to `cookies`. */
async function comeBack(
  platform: Platform,
  client: OidcClient,
  flow: SsoFlow | null,
  { request, cookies }: Return,
): Promise<string> {
  await takeFromClient(platform, CALLBACKS, request.ip);
  // Another browser than the one that began, too late, or one that went to a provider of the other kind.
  if (flow?.kind !== 'oidc') throw new AppError('sso.failed');
  const callback = new URL(request.url, platform.config.publicUrl);
  const signedIn = await readSession(platform, request.headers.cookie);
  const origin = originOf(request);
  if (flow.tested_by !== null) {
    // Another person has signed in in this browser since.
    if (signedIn?.actor.user_id !== flow.tested_by) throw new AppError('sso.failed');
    await finishTest(platform, client, flow, { callback, by: { actor: signedIn.actor, origin } });
    return testedPath(flow);
  }
  const browser = { ...browserOf(platform, request), previous: signedIn };
  const entered = await finish(platform, client, flow, { callback, origin, browser });
  cookies.push(...entryCookies(platform, entered));
  return flow.redirect ?? '/admin';
}

/** Where providers post that sessions have ended (OpenID Connect Back-Channel Logout): what they sign is the proof. */
async function registerLogout(app: App, platform: Platform, client: OidcClient): Promise<void> {
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) => {
    done(null, new URLSearchParams(String(body)));
  });
  app.post<{ Params: { id: string } }>(
    logoutPath(':id'),
    { config: { foreignForm: true } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await takeFromClient(platform, LOGOUTS, request.ip);
      const { body, params } = request;
      const token = body instanceof URLSearchParams ? body.get('logout_token') : null;
      if (token === null) throw new AppError('sso.failed');
      await endByProvider(platform, client, originOf(request), requireId(params.id), token);
      return reply.code(200).send();
    },
  );
}
