import { webhookRoutes } from '@atalaya/contract/webhooks';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { openWebhookWorker } from './webhooks.worker.ts';
import {
  createWebhook,
  deleteWebhook,
  forgetOldDeliveries,
  listDeliveries,
  listWebhooks,
  readDelivery,
  resend,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.service.ts';

export function registerWebhooks(app: App, platform: Platform): void {
  const routes = webhookRoutes;
  defineRoute(app, platform, routes.listWebhooks, ({ actor, query }) => listWebhooks(platform, actor, query));
  defineRoute(app, platform, routes.createWebhook, ({ by, query, body }) =>
    createWebhook(platform, by, query, body),
  );
  defineRoute(app, platform, routes.updateWebhook, ({ by, params, body }) =>
    updateWebhook(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.deleteWebhook, ({ by, params }) =>
    deleteWebhook(platform, by, params.id),
  );
  defineRoute(app, platform, routes.rotateWebhookSecret, ({ by, params }) =>
    rotateSecret(platform, by, params.id),
  );
  defineRoute(app, platform, routes.testWebhook, ({ by, params }) => testWebhook(platform, by, params.id));
  defineRoute(app, platform, routes.listWebhookDeliveries, ({ actor, params, query }) =>
    listDeliveries(platform, actor, params.id, query),
  );
  defineRoute(app, platform, routes.readWebhookDelivery, ({ actor, params }) =>
    readDelivery(platform, actor, params.id, params.delivery_id),
  );
  defineRoute(app, platform, routes.resendWebhook, ({ by, params, body }) =>
    resend(platform, by, params.id, body),
  );
  platform.jobs.attach(openWebhookWorker(platform));
  platform.jobs.daily('forget-webhook-deliveries', '03:55', async () => {
    await forgetOldDeliveries(platform);
  });
}
