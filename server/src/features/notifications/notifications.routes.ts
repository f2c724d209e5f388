import { notificationRoutes } from '@atalaya/contract/notifications';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import {
  checkUnsubscription,
  listNotificationPreferences,
  unsubscribe,
  updateNotificationPreference,
} from './notification-preferences.service.ts';
import {
  countNotifications,
  listNotifications,
  purgeNotifications,
  readNotification,
  readNotifications,
} from './notifications.service.ts';

/** Mail programs of many people ask from one address. */
const UNSUBSCRIBING: Limit = { name: 'unsubscribe', max: 300, seconds: 900 };

export async function registerNotifications(app: App, platform: Platform): Promise<void> {
  defineRoute(app, platform, notificationRoutes.listNotifications, ({ actor, query }) =>
    listNotifications(platform, actor, query),
  );
  defineRoute(app, platform, notificationRoutes.countNotifications, ({ actor }) =>
    countNotifications(platform, actor),
  );
  defineRoute(app, platform, notificationRoutes.readNotification, ({ actor, params }) =>
    readNotification(platform, actor, params.id),
  );
  defineRoute(app, platform, notificationRoutes.readNotifications, ({ actor }) =>
    readNotifications(platform, actor),
  );
  defineRoute(app, platform, notificationRoutes.listNotificationPreferences, ({ actor }) =>
    listNotificationPreferences(platform, actor),
  );
  defineRoute(app, platform, notificationRoutes.updateNotificationPreference, ({ by, body }) =>
    updateNotificationPreference(platform, by, body),
  );
  await registerUnsubscribing(app, platform);
  platform.jobs.daily('purge-notifications', '04:20', async () => {
    await purgeNotifications(platform);
  });
}

async function registerUnsubscribing(app: App, platform: Platform): Promise<void> {
  const limit = { limit: UNSUBSCRIBING };
  defineRoute(
    app,
    platform,
    notificationRoutes.checkUnsubscription,
    ({ params }) => checkUnsubscription(platform, params.token),
    limit,
  );
  await app.register(async (scope) => {
    // Mail programs send a form, whose content says nothing that the address does not.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    defineRoute(
      scope,
      platform,
      notificationRoutes.unsubscribe,
      ({ params, origin, reply }) => {
        reply.header('cache-control', 'no-store');
        return unsubscribe(platform, origin, params.token);
      },
      limit,
    );
  });
}
