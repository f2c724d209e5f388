import { apiKeyRoutes } from '@atalaya/contract/api-keys';
import { userAccessRoutes } from '@atalaya/contract/user-access';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { KEYS_ELSEWHERE } from '../../../platform/request/api-key.ts';
import { createApiKey, listApiKeys, restoreApiKey, revokeApiKey, tellOfKey } from './api-keys.service.ts';
import type { KeyElsewhere } from './api-keys.service.ts';
import { listUserApiKeys, revokeUserApiKey } from './user-api-keys.service.ts';

const MAKING: Limit = { name: 'api-keys', max: 60, seconds: 3600 };

/** One's own API keys, and those of people whom one administers. No key reaches these routes: platform/request/access.ts. */
export function registerApiKeys(app: App, platform: Platform): void {
  defineRoute(app, platform, apiKeyRoutes.listApiKeys, ({ actor }) => listApiKeys(platform, actor));
  defineRoute(app, platform, apiKeyRoutes.createApiKey, ({ by, body }) => createApiKey(platform, by, body), {
    limit: MAKING,
  });
  defineRoute(app, platform, apiKeyRoutes.revokeApiKey, ({ by, params }) =>
    revokeApiKey(platform, by, params.id),
  );
  defineRoute(
    app,
    platform,
    apiKeyRoutes.restoreApiKey,
    ({ by, params, body }) => restoreApiKey(platform, by, params.id, body),
    { limit: MAKING },
  );
  defineRoute(app, platform, userAccessRoutes.listUserApiKeys, ({ actor, params }) =>
    listUserApiKeys(platform, actor, params.id),
  );
  defineRoute(app, platform, userAccessRoutes.revokeUserApiKey, ({ by, params }) =>
    revokeUserApiKey(platform, by, params.id, params.key_id),
  );
  platform.jobs.work<KeyElsewhere>(KEYS_ELSEWHERE, (used) => tellOfKey(platform, used));
}
