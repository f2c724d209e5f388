import { accessReviewRoutes } from './access-review.ts';
import { accountRoutes } from './accounts.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { appHomeRoutes } from './app-home.ts';
import { assistantRoutes } from './assistants.ts';
import { auditRoutes } from './audit.ts';
import { binRoutes } from './bin.ts';
import { billingRoutes } from './billing.ts';
import { declarationRoutes } from './declarations.ts';
import { verifactuRoutes } from './verifactu.ts';
import { mandateRoutes } from './mandates.ts';
import { bankStatementRoutes } from './bank-statements.ts';
import { debitRunRoutes } from './debit-runs.ts';
import { connectionRoutes } from './connections.ts';
import { dataExportRoutes } from './data-exports.ts';
import { dashboardRoutes } from './dashboard.ts';
import { developmentRoutes } from './development.ts';
import { domainRoutes } from './domains.ts';
import { enforcementRoutes } from './enforcement.ts';
import { financialReportRoutes } from './financial-reports.ts';
import { importRoutes } from './imports.ts';
import { inboundMailRoutes } from './inbound-mail.ts';
import { invitationRoutes } from './invitations.ts';
import { liveRoutes } from './live.ts';
import { notificationRoutes } from './notifications.ts';
import { offboardingRoutes } from './offboarding.ts';
import { organizationRoutes } from './organizations.ts';
import { passkeyRoutes } from './passkeys.ts';
import { planRoutes } from './plans.ts';
import { profileRoutes } from './profile.ts';
import { reportRoutes } from './reports.ts';
import { provisioningRoutes } from './provisioning.ts';
import { providerRoutes } from './providers.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { transferRoutes } from './transfers.ts';
import { undoRoutes } from './undo.ts';
import { userAccessRoutes } from './user-access.ts';
import { cannedReplyRoutes } from './canned-replies.ts';
import { ticketFileRoutes } from './ticket-files.ts';
import { ticketConversationRoutes } from './ticket-conversation.ts';
import { settingsRoutes } from './settings.ts';
import { ssoRoutes } from './sso.ts';
import { ticketRoutes } from './tickets.ts';
import { twoFactorRoutes } from './two-factor.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every route of the API by its name: one line per noun. */
export const api = {
  ...sessionRoutes,
  ...accountRoutes,
  ...developmentRoutes,
  ...profileRoutes,
  ...apiKeyRoutes,
  ...accessReviewRoutes,
  ...providerRoutes,
  ...twoFactorRoutes,
  ...passkeyRoutes,
  ...appHomeRoutes,
  ...dashboardRoutes,
  ...organizationRoutes,
  ...planRoutes,
  ...billingRoutes,
  ...verifactuRoutes,
  ...mandateRoutes,
  ...debitRunRoutes,
  ...bankStatementRoutes,
  ...declarationRoutes,
  ...userRoutes,
  ...userAccessRoutes,
  ...offboardingRoutes,
  ...invitationRoutes,
  ...ticketRoutes,
  ...ticketConversationRoutes,
  ...ticketFileRoutes,
  ...inboundMailRoutes,
  ...cannedReplyRoutes,
  ...auditRoutes,
  ...transferRoutes,
  ...importRoutes,
  ...undoRoutes,
  ...searchRoutes,
  ...liveRoutes,
  ...settingsRoutes,
  ...connectionRoutes,
  ...provisioningRoutes,
  ...domainRoutes,
  ...ssoRoutes,
  ...enforcementRoutes,
  ...dataExportRoutes,
  ...binRoutes,
  ...reportRoutes,
  ...financialReportRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...assistantRoutes,
};
export type Api = typeof api;
export type RouteName = keyof Api;
