import { settingsRoutes } from '@atalaya/contract/settings';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import {
  readSettings,
  readStored,
  sendTestMail,
  updateNotificationSettings,
  updateSettings,
  updateSystemDefaults,
} from './settings.service.ts';

export function registerSettings(app: App, platform: Platform): void {
  const routes = settingsRoutes;
  defineRoute(app, platform, routes.readSettings, ({ actor, query }) => readSettings(platform, actor, query));
  defineRoute(app, platform, routes.readStored, ({ actor, query }) => readStored(platform, actor, query));
  defineRoute(app, platform, routes.updateSystemDefaults, ({ by, body }) =>
    updateSystemDefaults(platform, by, body),
  );
  defineRoute(app, platform, routes.updateSecuritySettings, ({ by, query, body }) =>
    updateSettings(platform, by, query, body),
  );
  defineRoute(app, platform, routes.updateMailSettings, ({ by, query, body }) =>
    updateSettings(platform, by, query, body),
  );
  defineRoute(app, platform, routes.updateNotificationSettings, ({ by, query, body }) =>
    updateNotificationSettings(platform, by, query, body),
  );
  defineRoute(app, platform, routes.sendTestMail, ({ by, query }) => sendTestMail(platform, by, query));
}
