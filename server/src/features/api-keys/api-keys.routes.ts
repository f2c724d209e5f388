import { apiKeyRoutes } from '@atalaya/contract/api-keys';
import { defineRoute } from '../../platform/define-route.ts';
import type { App } from '../../platform/define-route.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.service.ts';

const MAKING: Limit = { name: 'api-keys', max: 60, seconds: 3600 };

/** One's own API keys. No key reaches these routes: platform/http/access.ts. */
export function registerApiKeys(app: App, platform: Platform): void {
  defineRoute(app, platform, apiKeyRoutes.listApiKeys, ({ actor }) => listApiKeys(platform, actor));
  defineRoute(app, platform, apiKeyRoutes.createApiKey, ({ by, body }) => createApiKey(platform, by, body), {
    limit: MAKING,
  });
  defineRoute(app, platform, apiKeyRoutes.revokeApiKey, ({ by, params }) =>
    revokeApiKey(platform, by, params.id),
  );
}
