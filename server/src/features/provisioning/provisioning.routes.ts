import { provisioningRoutes } from '@atalaya/contract/provisioning';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { compareProvisioning } from './comparison.service.ts';
import {
  createToken,
  forgetOldRequests,
  listProvisioningRequests,
  readProvisioning,
  revokeToken,
} from './provisioning.service.ts';
import { followGroupsByJob } from './scim/scim-roles.service.ts';
import { registerScim } from './scim/scim.routes.ts';

export async function registerProvisioning(app: App, platform: Platform): Promise<void> {
  const routes = provisioningRoutes;
  defineRoute(app, platform, routes.readProvisioning, ({ actor, params }) =>
    readProvisioning(platform, actor, params.id),
  );
  defineRoute(app, platform, routes.createProvisioningToken, ({ by, params, body }) =>
    createToken(platform, by, params.id, body),
  );
  defineRoute(app, platform, routes.revokeProvisioningToken, ({ by, params }) =>
    revokeToken(platform, by, params.id, params.token_id),
  );
  defineRoute(app, platform, routes.listProvisioningRequests, ({ actor, params, query }) =>
    listProvisioningRequests(platform, actor, params.id, query.page),
  );
  defineRoute(app, platform, routes.compareProvisioning, ({ actor, params }) =>
    compareProvisioning(platform, actor, params.id),
  );
  await registerScim(app, platform);
  followGroupsByJob(platform);
  platform.jobs.daily('forget-provisioning-requests', '03:50', () => forgetOldRequests(platform));
}
