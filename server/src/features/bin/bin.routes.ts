import { binRoutes } from '@atalaya/contract/bin';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerBinJobs } from './bin.jobs.ts';
import { listBin, purgeOrganization, purgeTicket, purgeUser } from './bin.service.ts';

export function registerBin(app: App, platform: Platform): void {
  defineRoute(app, platform, binRoutes.listBin, ({ actor, query }) => listBin(platform, actor, query));
  defineRoute(app, platform, binRoutes.purgeUser, ({ by, params }) => purgeUser(platform, by, params.id));
  defineRoute(app, platform, binRoutes.purgeTicket, ({ by, params }) => purgeTicket(platform, by, params.id));
  defineRoute(app, platform, binRoutes.purgeOrganization, ({ by, params, body }) =>
    purgeOrganization(platform, by, params.id, body.confirm_name),
  );
  registerBinJobs(platform);
}
