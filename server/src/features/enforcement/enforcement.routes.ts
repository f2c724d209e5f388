import { enforcementRoutes } from '@atalaya/contract/enforcement';
import type { Platform } from '../../platform/process/platform.ts';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import {
  addBreakGlass,
  readEnforcement,
  removeBreakGlass,
  switchEnforcement,
} from './enforcement.service.ts';

/** Single sign-on that an organization requires of its people, and who gets in without it. */
export function registerEnforcement(app: App, platform: Platform): void {
  const routes = enforcementRoutes;
  defineRoute(app, platform, routes.readEnforcement, ({ actor, query }) =>
    readEnforcement(platform, actor, query),
  );
  defineRoute(app, platform, routes.switchEnforcement, ({ by, query, body }) =>
    switchEnforcement(platform, by, query, body),
  );
  defineRoute(app, platform, routes.addBreakGlass, ({ by, query, body }) =>
    addBreakGlass(platform, by, query, body),
  );
  defineRoute(app, platform, routes.removeBreakGlass, ({ by, query, params }) =>
    removeBreakGlass(platform, by, query, params.id),
  );
}
