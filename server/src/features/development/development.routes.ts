import { developmentRoutes } from '@atalaya/contract/development';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import { isDemoFor } from '../../platform/process/demo.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { seedDemoAccounts } from './demo-accounts.ts';
import { listDemoAccounts, signInAsDemoAccount } from './development.service.ts';

/** 'Modo Desarrollo'. To clients that may not see the demo, the routes answer any request like unknown addresses. */
export function registerDevelopment(app: App, platform: Platform): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!(await isDemoFor(platform, request))) throw new AppError('request.not_found');
    });
    defineRoute(scope, platform, developmentRoutes.listDevelopmentAccounts, async () => ({
      items: await listDemoAccounts(platform),
    }));
    defineRoute(scope, platform, developmentRoutes.seedDevelopmentAccounts, async () => ({
      created: await seedDemoAccounts(platform),
    }));
    defineRoute(
      scope,
      platform,
      developmentRoutes.signInDevelopmentAccount,
      async ({ origin, body, reply }) => {
        const { token, session } = await signInAsDemoAccount(platform, origin, body.email);
        reply.header('set-cookie', platform.accounts.sessionCookie(token));
        return { session };
      },
    );
  });
}
