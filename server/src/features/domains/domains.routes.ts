import { domainRoutes } from '@atalaya/contract/domains';
import { defineRoute } from '../../platform/request/define-route.ts';
import type { App } from '../../platform/request/define-route.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { registerDomainJobs } from './domains.jobs.ts';
import { checkDomain, createDomain, deleteDomain, listDomains } from './domains.service.ts';

/** The domains of an organization, and the record that proves each. */
export function registerDomains(app: App, platform: Platform): void {
  const routes = domainRoutes;
  defineRoute(app, platform, routes.listDomains, ({ actor, query }) => listDomains(platform, actor, query));
  defineRoute(app, platform, routes.createDomain, ({ by, query, body }) =>
    createDomain(platform, by, query, body),
  );
  defineRoute(app, platform, routes.checkDomain, ({ by, params }) => checkDomain(platform, by, params.id));
  defineRoute(app, platform, routes.deleteDomain, ({ by, params }) => deleteDomain(platform, by, params.id));
  registerDomainJobs(platform);
}
