import { organizationRoutes } from '@atalaya/contract/organizations';
import { defineRoute } from '../../platform/define-route.ts';
import type { App } from '../../platform/define-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listOrganizations, readSeats } from './organizations.service.ts';

export function registerOrganizations(app: App, platform: Platform): void {
  defineRoute(app, platform, organizationRoutes.listOrganizations, ({ actor, query }) =>
    listOrganizations(platform, actor, query),
  );
  defineRoute(app, platform, organizationRoutes.readSeats, ({ actor, params }) =>
    readSeats(platform, actor, params.id),
  );
}
