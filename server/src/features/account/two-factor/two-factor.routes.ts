import { twoFactorRoutes } from '@atalaya/contract/two-factor';
import { deleteOverChallenges } from '../../../platform/accounts/challenges.queries.ts';
import { answerFinished, sessionNow, waitingOf } from '../../../platform/request/entry.ts';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { registerSecurityMails } from './factor-changes.service.ts';
import { completeSecondFactor, readSecondFactor } from './second-factor.service.ts';
import { endTrustedBrowser, endTrustedBrowsers, listTrustedBrowsers } from './trusted-browsers.service.ts';
import { resetUserTwoFactor } from './two-factor-reset.service.ts';
import {
  confirmTwoFactor,
  disableTwoFactor,
  readTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from './two-factor.service.ts';

/** Codes tried from one address of the network. */
const SECOND_FACTORS: Limit = { name: 'second-factor-forms', max: 100, seconds: 900 };

export function registerTwoFactor(app: App, platform: Platform): void {
  registerSecondFactor(app, platform);
  registerOwnFactors(app, platform);
  registerTrustedBrowsers(app, platform);
  registerSecurityMails(platform);
  defineRoute(app, platform, twoFactorRoutes.resetUserTwoFactor, ({ by, params }) =>
    resetUserTwoFactor(platform, by, params.id),
  );
  platform.jobs.schedule('two-factor.forget-over', '27 * * * *', () =>
    platform.database.withSystem('forget sign-ins and trusted browsers that are over', deleteOverChallenges),
  );
}

function registerSecondFactor(app: App, platform: Platform): void {
  const { challengeCookie } = platform.accounts;
  defineRoute(app, platform, twoFactorRoutes.readSecondFactor, ({ request }) =>
    readSecondFactor(platform, challengeCookie.read(request.headers.cookie)),
  );
  defineRoute(
    app,
    platform,
    twoFactorRoutes.completeSecondFactor,
    async ({ request, reply, body }) => {
      const waiting = waitingOf(platform, request, body);
      return answerFinished(platform, reply, await completeSecondFactor(platform, waiting, body.code));
    },
    { limit: SECOND_FACTORS },
  );
}

function registerOwnFactors(app: App, platform: Platform): void {
  defineRoute(app, platform, twoFactorRoutes.readTwoFactor, ({ actor }) => readTwoFactor(platform, actor));
  defineRoute(app, platform, twoFactorRoutes.startTwoFactor, ({ by, body }) =>
    startTwoFactor(platform, by, body),
  );
  defineRoute(app, platform, twoFactorRoutes.confirmTwoFactor, async ({ by, body, request }) => {
    const recovery_codes = await confirmTwoFactor(platform, by, body.code);
    return { recovery_codes, session: await sessionNow(platform, request) };
  });
  defineRoute(app, platform, twoFactorRoutes.disableTwoFactor, async ({ by, body, request }) => {
    await disableTwoFactor(platform, by, body);
    return { session: await sessionNow(platform, request) };
  });
  defineRoute(app, platform, twoFactorRoutes.renewRecoveryCodes, async ({ by, body }) => ({
    recovery_codes: await renewRecoveryCodes(platform, by, body),
  }));
}

function registerTrustedBrowsers(app: App, platform: Platform): void {
  const { deviceCookie } = platform.accounts;
  defineRoute(app, platform, twoFactorRoutes.listTrustedBrowsers, ({ actor, request }) =>
    listTrustedBrowsers(platform, actor, deviceCookie.read(request.headers.cookie)),
  );
  defineRoute(app, platform, twoFactorRoutes.endTrustedBrowser, ({ by, params }) =>
    endTrustedBrowser(platform, by, params.id),
  );
  defineRoute(app, platform, twoFactorRoutes.endTrustedBrowsers, ({ by }) =>
    endTrustedBrowsers(platform, by),
  );
}
