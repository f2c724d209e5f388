import { passkeyRoutes } from '@atalaya/contract/passkeys';
import {
  answerFinished,
  browserOf,
  entryCookies,
  sessionNow,
  waitingOf,
} from '../../../platform/request/entry.ts';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import {
  completePasskeySecondFactor,
  signInWithPasskey,
  startPasskeySecondFactor,
  startPasskeySignIn,
} from './passkey-sign-in.service.ts';
import { startOwnerPasskey } from './passkey-proof.service.ts';
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './passkeys.service.ts';

/** Passkeys tried from one address of the network. */
const PASSKEYS: Limit = { name: 'passkey-forms', max: 100, seconds: 900 };

export function registerPasskeys(app: App, platform: Platform): void {
  registerOwnPasskeys(app, platform);
  registerSignIn(app, platform);
  registerSecondFactor(app, platform);
}

function registerOwnPasskeys(app: App, platform: Platform): void {
  defineRoute(app, platform, passkeyRoutes.listPasskeys, ({ actor }) => listPasskeys(platform, actor));
  defineRoute(app, platform, passkeyRoutes.startPasskey, ({ by, body }) => startPasskey(platform, by, body));
  defineRoute(app, platform, passkeyRoutes.startOwnerPasskey, ({ actor }) =>
    startOwnerPasskey(platform, actor),
  );
  defineRoute(app, platform, passkeyRoutes.addPasskey, async ({ by, body, request }) => {
    const added = await addPasskey(platform, by, body);
    return { ...added, session: await sessionNow(platform, request) };
  });
  defineRoute(app, platform, passkeyRoutes.renamePasskey, ({ by, params, body }) =>
    renamePasskey(platform, by, params.id, body.name),
  );
  defineRoute(app, platform, passkeyRoutes.removePasskey, async ({ by, params, body, request }) => {
    await removePasskey(platform, by, params.id, body);
    return { session: await sessionNow(platform, request) };
  });
}

function registerSignIn(app: App, platform: Platform): void {
  const limit = { limit: PASSKEYS };
  defineRoute(app, platform, passkeyRoutes.startPasskeySignIn, () => startPasskeySignIn(platform), limit);
  defineRoute(
    app,
    platform,
    passkeyRoutes.signInWithPasskey,
    async ({ origin, body, request, reply }) => {
      const browser = browserOf(platform, request);
      const started = await signInWithPasskey(platform, origin, body, browser);
      reply.header('set-cookie', entryCookies(platform, started));
      return { session: started.session };
    },
    limit,
  );
}

function registerSecondFactor(app: App, platform: Platform): void {
  const limit = { limit: PASSKEYS };
  const { challengeCookie } = platform.accounts;
  defineRoute(
    app,
    platform,
    passkeyRoutes.startPasskeySecondFactor,
    ({ request }) => startPasskeySecondFactor(platform, challengeCookie.read(request.headers.cookie)),
    limit,
  );
  defineRoute(
    app,
    platform,
    passkeyRoutes.completePasskeySecondFactor,
    async ({ body, request, reply }) => {
      const waiting = waitingOf(platform, request, body);
      return answerFinished(platform, reply, await completePasskeySecondFactor(platform, waiting, body));
    },
    limit,
  );
}
