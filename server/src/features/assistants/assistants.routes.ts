import { assistantRoutes } from '@atalaya/contract/assistants';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import { forgetOld } from './assistants.queries.ts';
import { readAssistants, switchAssistants } from './assistants.service.ts';
import { giveConsent, readConsent } from './consent.service.ts';
import { registerMcp } from './mcp.routes.ts';
import { registerOAuth } from './oauth.routes.ts';

const CONSENTS: Limit = { name: 'assistant-consents', max: 60, seconds: 3600 };

/** Assistants that act for people: who lets them in, how, and what they do. */
export async function registerAssistants(app: App, platform: Platform): Promise<void> {
  const routes = assistantRoutes;
  defineRoute(app, platform, routes.readAssistants, ({ actor, query }) =>
    readAssistants(platform, actor, query),
  );
  defineRoute(app, platform, routes.switchAssistants, ({ by, query, body }) =>
    switchAssistants(platform, by, query, body.is_on),
  );
  defineRoute(app, platform, routes.readConsent, ({ actor, query }) => readConsent(platform, actor, query));
  defineRoute(app, platform, routes.giveConsent, ({ by, body }) => giveConsent(platform, by, body), {
    limit: CONSENTS,
  });
  await registerOAuth(app, platform);
  registerMcp(app, platform);
  platform.jobs.daily('forget-assistants', '04:05', () =>
    platform.database.withSystem('forget what assistants need no more', forgetOld),
  );
}
