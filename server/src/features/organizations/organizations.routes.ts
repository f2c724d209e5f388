import { organizationRoutes } from '@atalaya/contract/organizations';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { deleteOrganization, previewDeletion, restoreOrganization } from './organization-bin.service.ts';
import { createOrganization } from './organizations-create.service.ts';
import { registerOrganizationJobs } from './organizations.jobs.ts';
import {
  listOrganizations,
  readOrganization,
  readOrganizationOverview,
  readSeats,
  updateOrganization,
} from './organizations.service.ts';

export function registerOrganizations(app: App, platform: Platform): void {
  const routes = organizationRoutes;
  defineRoute(app, platform, routes.listOrganizations, ({ actor, query }) =>
    listOrganizations(platform, actor, query),
  );
  defineRoute(app, platform, routes.readOrganizationOverview, ({ actor }) =>
    readOrganizationOverview(platform, actor),
  );
  defineRoute(app, platform, routes.readOrganization, ({ actor, params }) =>
    readOrganization(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.createOrganization, ({ by, body }) =>
    createOrganization(platform, by, body),
  );
  defineRoute(app, platform, routes.updateOrganization, ({ by, params, body }) =>
    updateOrganization(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.updateBillingData, ({ by, params, body }) =>
    updateOrganization(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.deleteOrganization, ({ by, params, body }) =>
    deleteOrganization(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.previewOrganizationDeletion, ({ actor, params }) =>
    previewDeletion(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.restoreOrganization, ({ by, params }) =>
    restoreOrganization(platform, by, params.id),
  );
  defineRoute(app, platform, routes.readSeats, ({ actor, params }) => readSeats(platform, actor, params.id));
  registerOrganizationJobs(platform);
}
