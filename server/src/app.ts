import { registerAccounts } from './features/accounts/accounts.routes.ts';
import { registerAudit } from './features/audit/audit.routes.ts';
import { registerAvatars } from './features/avatars/avatars.routes.ts';
import { registerBilling } from './features/billing/billing.routes.ts';
import { registerBinJobs } from './features/bin/bin.jobs.ts';
import { registerInvitations } from './features/invitations/invitations.routes.ts';
import { registerDashboard } from './features/dashboard/dashboard.routes.ts';
import { registerDevelopment } from './features/development/development.routes.ts';
import { registerOrganizations } from './features/organizations/organizations.routes.ts';
import { registerPlans } from './features/plans/plans.routes.ts';
import { registerProfile } from './features/profile/profile.routes.ts';
import { registerSearch } from './features/search/search.routes.ts';
import { registerSettings } from './features/settings/settings.routes.ts';
import { registerSystem } from './features/system/system.routes.ts';
import { registerTickets } from './features/tickets/tickets.routes.ts';
import { registerTransfers } from './features/transfers/transfers.routes.ts';
import { registerUsers } from './features/users/users.routes.ts';
import type { App } from './platform/define-route.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import type { HttpOptions } from './platform/http/http-server.ts';
import { registerLive } from './platform/live/live.routes.ts';
import type { Platform } from './platform/platform.ts';

/** The whole application on a platform that is open: one line per feature. */
export async function buildApp(platform: Platform, options: HttpOptions = {}): Promise<App> {
  const app = await createHttpServer(platform, options);
  registerSystem(app, platform);
  registerAccounts(app, platform);
  registerDevelopment(app, platform);
  await registerAvatars(app, platform);
  registerProfile(app, platform);
  registerOrganizations(app, platform);
  registerPlans(app, platform);
  registerBilling(app, platform);
  registerUsers(app, platform);
  registerDashboard(app, platform);
  registerInvitations(app, platform);
  await registerTickets(app, platform);
  registerAudit(app, platform);
  registerSearch(app, platform);
  registerLive(app, platform);
  registerTransfers(app, platform);
  registerSettings(app, platform);
  registerBinJobs(platform);
  return app;
}
