import { mandateRoutes } from '@atalaya/contract/mandates';
import { defineRoute } from '../../../platform/request/define-route.ts';
import type { App } from '../../../platform/request/define-route.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readCreditor, updateCreditor } from './creditor.service.ts';
import { amendMandate, cancelMandate, listMandates, readMandate, signMandate } from './mandates.service.ts';

export function registerMandates(app: App, platform: Platform): void {
  const routes = mandateRoutes;
  defineRoute(app, platform, routes.readCreditor, () => readCreditor(platform));
  defineRoute(app, platform, routes.updateCreditor, ({ by, body }) => updateCreditor(platform, by, body));
  defineRoute(app, platform, routes.listMandates, ({ actor, query }) => listMandates(platform, actor, query));
  defineRoute(app, platform, routes.readMandate, ({ actor, params }) =>
    readMandate(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.signMandate, ({ by, body }) => signMandate(platform, by, body));
  defineRoute(app, platform, routes.amendMandate, ({ by, params, body }) =>
    amendMandate(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.cancelMandate, ({ by, params, body }) =>
    cancelMandate(platform, by, params.id, body),
  );
}
