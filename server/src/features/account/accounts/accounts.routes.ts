import { accountRoutes } from '@atalaya/contract/accounts';
import { PROVIDERS } from '@atalaya/contract/provider-names';
import { sessionRoutes } from '@atalaya/contract/session';
import type { FastifyRequest } from 'fastify';
import { answerEntry, browserOf, entryCookies } from '../../../platform/request/entry.ts';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import { isDemoFor } from '../../../platform/process/demo.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import type { Language } from './accounts.email.ts';
import { registerAccountJobs } from './accounts.jobs.ts';
import { inviteFirstAdministrator } from './first-administrator.service.ts';
import { changePassword, checkPasswordReset, completePasswordReset } from './password.service.ts';
import { requestPasswordReset } from './password-requests.service.ts';
import { newBrowserSecret, register, resendVerification, verifyEmail } from './registration.service.ts';
import { signIn, signOut } from './sign-in.service.ts';

/** Forms that cost a hash or a mail, from one address of the network. */
const FORMS: Limit = { name: 'account-forms', max: 100, seconds: 900 };

/** Session, registration, verification, reset and password. */
export function registerAccounts(app: App, platform: Platform): void {
  registerSession(app, platform);
  registerRegistration(app, platform);
  registerPasswords(app, platform);
  app.addHook('onReady', () => inviteFirstAdministrator(platform));
  registerAccountJobs(platform);
}

function registerSession(app: App, platform: Platform): void {
  const { config, accounts } = platform;
  defineRoute(app, platform, sessionRoutes.readConfiguration, async ({ request }) => ({
    demo: await isDemoFor(platform, request),
    email_verification: config.requireEmailVerification,
    providers: PROVIDERS.filter((provider) => config.providers[provider]),
  }));
  defineRoute(app, platform, sessionRoutes.readSession, async ({ session }) => ({
    session: session && { ...session, live_after: platform.live.now() },
  }));
  defineRoute(app, platform, sessionRoutes.signIn, async ({ origin, body, request, reply }) =>
    answerEntry(platform, reply, await signIn(platform, origin, body, browserOf(platform, request))),
  );
  defineRoute(app, platform, sessionRoutes.signOut, async ({ origin, request, reply }) => {
    if (request.signedIn) await signOut(platform, origin, request.signedIn);
    reply.header('set-cookie', accounts.clearedCookie());
  });
}

function registerRegistration(app: App, platform: Platform): void {
  const limit = { limit: FORMS };
  const { accounts } = platform;
  defineRoute(
    app,
    platform,
    accountRoutes.register,
    async ({ origin, body, request, reply }) => {
      const browser = accounts.registrationCookie.read(request.headers.cookie) ?? newBrowserSecret();
      const started = await register(platform, origin, body, { language: languageOf(request), browser });
      reply.header(
        'set-cookie',
        started ? entryCookies(platform, started) : accounts.registrationCookie.set(browser),
      );
      return { session: started?.session ?? null };
    },
    limit,
  );
  defineRoute(
    app,
    platform,
    accountRoutes.verifyEmail,
    async ({ origin, body, request, reply }) => {
      const started = await verifyEmail(platform, origin, body, browserOf(platform, request));
      reply.header('set-cookie', entryCookies(platform, started));
      reply.header('set-cookie', accounts.registrationCookie.clear());
      return { session: started.session };
    },
    limit,
  );
  defineRoute(
    app,
    platform,
    accountRoutes.resendVerification,
    ({ origin, body, request }) =>
      resendVerification(platform, origin, body.email, {
        language: languageOf(request),
        browser: accounts.registrationCookie.read(request.headers.cookie),
      }),
    limit,
  );
}

function registerPasswords(app: App, platform: Platform): void {
  const limit = { limit: FORMS };
  const { requestPasswordReset: request, checkPasswordReset: check } = accountRoutes;
  const { browserCookie } = platform.accounts;
  defineRoute(
    app,
    platform,
    request,
    ({ origin, body }) => requestPasswordReset(platform, origin, body.email),
    limit,
  );
  defineRoute(
    app,
    platform,
    check,
    async ({ body }) => ({ state: await checkPasswordReset(platform, body.token) }),
    limit,
  );
  defineRoute(
    app,
    platform,
    accountRoutes.completePasswordReset,
    async ({ origin, body, reply }) => {
      const browser = await completePasswordReset(platform, origin, body);
      reply.header('set-cookie', browserCookie.set(browser));
    },
    limit,
  );
  defineRoute(app, platform, accountRoutes.changePassword, async ({ by, body, reply }) => {
    reply.header('set-cookie', browserCookie.set(await changePassword(platform, by, body)));
  });
}

/** The language of a person without a profile yet: Spanish unless the browser asks for English first. */
function languageOf(request: FastifyRequest): Language {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'es';
}
