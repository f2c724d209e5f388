import { auditListQuery } from '@atalaya/contract/audit';
import { invoiceExportQuery, invoiceListQuery } from '@atalaya/contract/billing';
import { paymentListQuery } from '@atalaya/contract/payment-shapes';
import { DEFAULT_TIME_ZONE } from '@atalaya/contract/dashboard';
import { organizationListQuery } from '@atalaya/contract/organizations';
import { ticketListQuery } from '@atalaya/contract/tickets';
import { userListQuery } from '@atalaya/contract/users';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import * as accounts from '../../features/account/accounts/accounts.queries.ts';
import * as apiKeys from '../../features/account/api-keys/api-keys.queries.ts';
import * as appHome from '../../features/app-home/app-home.queries.ts';
import * as assistants from '../../features/assistants/assistants.queries.ts';
import * as audit from '../../features/audit/audit.queries.ts';
import * as undo from '../../features/undo/undo.queries.ts';
import * as avatars from '../../features/account/avatars/avatars.queries.ts';
import * as invoiceReading from '../../features/billing/invoices/invoice-reading.queries.ts';
import * as facturae from '../../features/billing/invoices/facturae.queries.ts';
import * as receipts from '../../features/billing/invoices/receipts.queries.ts';
import * as payments from '../../features/billing/invoices/payments.queries.ts';
import * as subscriptions from '../../features/billing/subscriptions/subscriptions.queries.ts';
import * as debitRuns from '../../features/billing/debit-runs/debit-runs.queries.ts';
import * as mandates from '../../features/billing/mandates/mandates.queries.ts';
import * as verifactu from '../../features/billing/verifactu/verifactu.queries.ts';
import * as bin from '../../features/bin/bin.queries.ts';
import * as connections from '../../features/connections/connections.queries.ts';
import * as enforcement from '../../features/enforcement/enforcement.queries.ts';
import * as sso from '../../features/sso/sso.queries.ts';
import * as domains from '../../features/domains/domains.queries.ts';
import * as dashboardDays from '../../features/dashboard/dashboard-days.queries.ts';
import * as dashboardSales from '../../features/dashboard/dashboard-sales.queries.ts';
import * as dashboardTeam from '../../features/dashboard/dashboard-team.queries.ts';
import * as dataExports from '../../features/data-exports/data-exports.queries.ts';
import * as exportContent from '../../features/data-exports/export-content.queries.ts';
import { EXPORT_SECTIONS, FILES_SECTION } from '../../features/data-exports/export-sections.queries.ts';
import * as ledger from '../../features/reports/financial-reports/ledger.queries.ts';
import * as revenue from '../../features/reports/financial-reports/revenue.queries.ts';
import * as invitations from '../../features/invitations/invitations.queries.ts';
import * as preferences from '../../features/notifications/notification-preferences.queries.ts';
import * as notifications from '../../features/notifications/notifications.queries.ts';
import * as offboarding from '../../features/offboarding/offboarding.queries.ts';
import * as organizations from '../../features/organizations/organizations.queries.ts';
import * as plans from '../../features/plans/plans.queries.ts';
import * as profile from '../../features/account/profile/profile.queries.ts';
import * as sessions from '../../features/account/sessions/sessions.queries.ts';
import * as reportEntries from '../../features/reports/report-entries.queries.ts';
import * as peopleReports from '../../features/reports/people-reports.queries.ts';
import * as ticketReports from '../../features/reports/ticket-reports.queries.ts';
import { GROUPS } from '../../features/search/search-sources.queries.ts';
import * as search from '../../features/search/search.queries.ts';
import * as settings from '../../features/settings/settings.queries.ts';
import * as cannedReplies from '../../features/tickets/canned-replies/canned-replies.queries.ts';
import * as attachments from '../../features/tickets/ticket-files/ticket-attachments.queries.ts';
import * as messages from '../../features/tickets/ticket-conversation/ticket-messages.queries.ts';
import * as ticketPeople from '../../features/tickets/ticket-people.queries.ts';
import * as tickets from '../../features/tickets/tickets.queries.ts';
import * as disclosures from '../../features/transfers/imports/import-disclosures.queries.ts';
import * as importRows from '../../features/transfers/imports/import-rows.queries.ts';
import { takeTurn } from '../../features/transfers/transfers.jobs.ts';
import * as transfers from '../../features/transfers/transfers.queries.ts';
import * as seats from '../../features/seats/seats.queries.ts';
import * as provisioning from '../../features/provisioning/provisioning.queries.ts';
import * as scimGroups from '../../features/provisioning/scim/scim-groups.queries.ts';
import * as scimUsers from '../../features/provisioning/scim/scim-users.queries.ts';
import * as ranks from '../../features/ranks/ranks.queries.ts';
import * as webhookDeliveries from '../../features/webhooks/deliveries.queries.ts';
import * as webhookFanOut from '../../features/webhooks/fan-out.queries.ts';
import * as webhooks from '../../features/webhooks/webhooks.queries.ts';
import * as standing from '../../features/users/user-standing.queries.ts';
import * as users from '../../features/users/users.queries.ts';
import type { Actor } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { listEntries } from '../../platform/database/report-entries.ts';
import * as platformAccounts from '../../platform/accounts/accounts.queries.ts';
import * as platformImport from '../../platform/records/import.queries.ts';
import * as quotas from '../../platform/records/quotas.queries.ts';
import * as platformSettings from '../../platform/settings/settings.queries.ts';
import { NOBODY } from '../../platform/testing/contract-walk.ts';
import { billingDay } from '../../platform/testing/billing-day.ts';
import { aCompany, aDeletedOrganization, aDomain, anExport, anInvitation, planId } from './objects.ts';
import { API_KEY, fill, makeColleague, makeImport } from './world.ts';
import type { Side } from './world.ts';

/** Things of one organization, by what queries ask for them by. */
export type Things = Awaited<ReturnType<typeof thingsOf>>;

/** One of everything that an organization has; it must have been filled. */
export async function thingsOf(side: Side) {
  const { world, organization, admin, user, canary } = side;
  const checked = await makeImport(side, admin, 'checked');
  const exported = await anExport(side);
  await takeTurn(world.server.platform, exported.params.id);
  const withdrawn = await anInvitation(side);
  await world.done('cancelInvitation', withdrawn, admin);
  const open = await anInvitation(side);
  const binned = await aDeletedOrganization(side);
  const of = organization.id;
  const one = async (text: string, values: unknown[] = [of]) => {
    const [row] = await world.query(text, values);
    if (!row) throw new Error(`nothing is found by: ${text}`);
    return Object.values(row)[0] as string;
  };
  const { key: ended } = await world.done<{ key: { id: string } }>(
    'createApiKey',
    { body: { ...API_KEY, name: `Terminada ${canary}` } },
    admin,
  );
  await world.query(`update api_keys set revoked_at = now(), ended_by = 'sign_out' where id = $1`, [
    ended.id,
  ]);
  const ticket = await one(
    `update tickets set request_id = gen_random_uuid() where id = (
       select ticket_id from ticket_attachments where organization_id = $1 and ticket_id is not null limit 1)
     returning id`,
  );
  const changed = await one(
    'select id from undos where organization_id = $1 and request_id is not null limit 1',
  );
  await world.query(`update tickets set assigned_to = $2, status = 'open' where id = $1`, [ticket, admin.id]);
  await world.query('update undos set undone_request_id = request_id where id = $1', [changed]);
  return {
    organization: of,
    organization_name: organization.name,
    slug: canary,
    binned_organization: binned.id,
    canary,
    admin: admin.id,
    admin_email: admin.email,
    user: user.id,
    account: admin.user_id ?? '',
    session: await one(`select id from auth.session where "userId" = $1 limit 1`, [admin.user_id]),
    key: await one('select id from api_keys where profile_id = $1 and revoked_at is null limit 1', [
      admin.id,
    ]),
    binned_person: await one(
      'select id from profiles where organization_id = $1 and deleted_at is not null limit 1',
    ),
    ticket,
    ticket_number: Number(await one('select number from tickets where id = $1', [ticket])),
    ticket_request: await one('select request_id from tickets where id = $1', [ticket]),
    binned_ticket: await one(
      'select id from tickets where organization_id = $1 and deleted_at is not null limit 1',
    ),
    message_request: await one(
      `update ticket_messages set request_id = gen_random_uuid() where id = (
         select id from ticket_messages where ticket_id = $1 and visibility = 'public' and author_id = $2 limit 1)
       returning request_id`,
      [ticket, admin.id],
    ),
    file: await one('select id from ticket_attachments where ticket_id = $1', [ticket]),
    debited_invoice: await one(
      `select invoice_id from debits where organization_id = $1 and status = 'pending' limit 1`,
    ),
    mandate: await one(`select id from mandates where organization_id = $1 and status = 'active' limit 1`),
    invoice: await one(
      'select id from invoices where organization_id = $1 and rectifies_id is null order by id limit 1',
    ),
    period_end: await one('select period_end::text from subscriptions where organization_id = $1'),
    invitation: open.params.id,
    invited: await one('select email from organization_invitations where id = $1', [open.params.id]),
    withdrawn: withdrawn.params.id,
    undo: changed,
    undo_request: await one('select request_id from undos where id = $1', [changed]),
    undo_action: await one('select action from undos where id = $1', [changed]),
    undone_object: await one('select object_id from undo_items where undo_id = $1 limit 1', [changed]),
    entry: await one(`select id from audit_log where object_id = $1 and action = 'ticket.created'`, [ticket]),
    entry_request: await one(
      `select request_id from audit_log where object_id = $1 and action = 'ticket.created'`,
      [ticket],
    ),
    transfer: checked.id,
    exported: exported.params.id,
    import_key: await one(`select key from import_rows where import_id = $1 and key is not null limit 1`, [
      checked.id,
    ]),
    data_export: await one('select id from data_exports where organization_id = $1 limit 1'),
    connection: await one('select connection_id as id from scim_users where organization_id = $1'),
    scim_user: await one('select id from scim_users where organization_id = $1'),
    scim_user_name: await one('select user_name from scim_users where organization_id = $1'),
    scim_email: await one(
      `select p.email from profiles p join scim_users u on u.profile_id = p.id where u.organization_id = $1`,
    ),
    scim_group: await one('select id from scim_groups where organization_id = $1'),
    sso_connection: await one(
      'select connection_id as id from connection_sign_on where organization_id = $1',
    ),
    webhook: await one('select id from webhook_endpoints where organization_id = $1'),
    delivery: await one('select id from webhook_deliveries where organization_id = $1'),
    domain: (await aDomain(side)).params.id,
    domain_name: await one(
      'update organization_domains set proven_at = now() where organization_id = $1 returning domain as id',
    ),
    receipt: await one('select id from offboarding_receipts where organization_id = $1 limit 1'),
    leaver: await one('select profile_id from offboarding_receipts where organization_id = $1 limit 1'),
  };
}

/** The currency that invoices have once the world has grown. */
const CHANGED_TO = 'CHF';

/** Changes one more of everything that queries tell of an organization. */
export async function grow(side: Side): Promise<void> {
  const { world, organization } = side;
  await fill(side);
  await aCompany(side);
  const { id } = await makeColleague(side, {});
  await world.query('update profiles set last_login_at = now() where id = $1', [id]);
  const pro = { params: { id: organization.id }, body: { plan_id: await planId(side, 'pro') } };
  await world.done('changePlan', pro, world.super_admin);
  await world.query(
    `update connection_sign_on set tested_at = now(), is_on = true where organization_id = $1`,
    [organization.id],
  );
  await world.query(
    `insert into auth.passkey (user_id, name, credential_id, public_key, counter, transports)
     values ($1, 'Llave', gen_random_uuid(), '\\x00', 0, '{}')`,
    [side.admin.user_id],
  );
  await world.query(
    `update sign_on_enforcement set is_on = true, version = version + 1 where organization_id = $1`,
    [organization.id],
  );
  await world.query('update settings set assistants = true where organization_id = $1', [organization.id]);
  // Rows that are never changed are changed here as no user could: overdue, wrongly paid and from long ago.
  await world.query('alter table invoices disable trigger user');
  await world.query(
    `update invoices set due_on = issued_on - 1, issued_on = issued_on + 1, paid_cents = 1, currency = '${CHANGED_TO}'
     where organization_id = $1`,
    [organization.id],
  );
  await world.query('alter table subscription_events disable trigger user');
  await world.query(
    `update subscription_events set created_at = '2019-01-01' where organization_id = $1 and kind = 'created'`,
    [organization.id],
  );
  await world.query(
    `update organizations set subscription_status = 'inactive', time_zone = 'Pacific/Kiritimati' where id = $1`,
    [organization.id],
  );
}

type Read = (db: Db, it: Things, actor: Actor) => Promise<unknown>;

const DAYS = { from: '2020-01-01', to: billingDay(), zone: DEFAULT_TIME_ZONE };
const NO_REACH = { organization_id: null, created_by: null };
const ALL = { organization_id: null };
const EVERYTHING = { condition: sql`true`, order: sql`u.id`, skipped: 0, count: 100 };
const EVERY_GROUP = { ...EVERYTHING, order: sql`g.id` };
const DASHBOARD = { zone: DAYS.zone, organization_id: null, profile_id: null };
const keyOf = ({ organization, ticket }: Things) => ({ id: ticket, organization_id: organization });
const userQuery = userListQuery.parse({});
const ticketQuery = ticketListQuery.parse({});
const invoiceQuery = invoiceListQuery.parse({});
const paymentQuery = paymentListQuery.parse({});
const organizationQuery = organizationListQuery.parse({});
const auditQuery = auditListQuery.parse({});
const ANYBODY = { organization_id: null, sign_ins_of: null };
const each = async <T>(all: readonly T[], fn: (one: T) => Promise<unknown>) => {
  const answers: unknown[] = [];
  for (const one of all) answers.push(await fn(one));
  return answers;
};
/** The rows behind figures, from each of these sources. */
const entriesOf = (db: Db, ...sources: RawBuilder<unknown>[]) =>
  each(sources, (source) => listEntries(db, source, 1));

/**
 * Every query that reads by a handle which may be a tenant's, by its file: with the filter of the
 * organization left out where it may be, else with the ids that are asked for.
 */
export const QUERY_CASES: Record<string, Record<string, Read>> = {
  'account/accounts/accounts': {
    findAddressee: (db, { admin }) => accounts.findAddressee(db, admin),
    findAddressees: (db, { admin, user }) => accounts.findAddressees(db, [admin, user]),
  },
  'account/api-keys/api-keys': {
    listKeys: (db, { admin }) => apiKeys.listKeys(db, admin),
    countKeys: (db, { admin }) => apiKeys.countKeys(db, admin),
    listEndedKeys: (db, { admin }) => apiKeys.listEndedKeys(db, admin),
    findUsedKey: (db, { key }) => apiKeys.findUsedKey(db, key),
  },
  'platform/accounts/accounts': {
    isStillSignedIn: (db, { admin: profile_id, organization: organization_id, session: session_id }) =>
      platformAccounts.isStillSignedIn(db, { profile_id, organization_id, session_id }),
    isProvenAddress: (db, { organization, admin_email }) =>
      platformAccounts.isProvenAddress(db, organization, admin_email),
    isProvenPerson: (db, { admin }) => platformAccounts.isProvenPerson(db, admin),
  },
  'app-home/app-home': {
    listWaiting: (db, { user }) => appHome.listWaiting(db, user),
    listWritten: (db, { user }) => appHome.listWritten(db, user),
    findCompany: (db, { organization }) => appHome.findCompany(db, organization),
    listAdmins: (db, { organization }) => appHome.listAdmins(db, organization),
  },
  'audit/audit': {
    listAudit: (db) => audit.listAudit(db, auditQuery, ANYBODY),
    listOlder: (db) => audit.listOlder(db, {}, ANYBODY, null, 1_000),
    findNames: (db, it) =>
      audit.findNames(db, [it.organization, it.admin, it.account, it.ticket, it.invoice]),
    listIdsOfPerson: (db, { admin }) => audit.listIdsOfPerson(db, admin),
    findJoining: (db, { admin }) => audit.findJoining(db, admin),
    findAuditEntry: (db, { entry }) => audit.findAuditEntry(db, entry, ANYBODY),
  },
  'undo/undo': {
    findUndo: (db, { undo_request: request_id, undone_object: object_id, undo_action: action }) =>
      undo.findUndo(db, { request_id, object_id, action }),
    findEntryOf: (db, { entry_request, ticket }) => undo.findEntryOf(db, entry_request, ticket),
    findUndoneRequest: (db, { undo_request }) => undo.findUndoneRequest(db, undo_request),
    lockUndo: (db, it) => undo.lockUndo(db, it.undo),
    listOpenItems: (db, it) => undo.listOpenItems(db, it.undo, 10),
    findUndoOf: (db, it) => undo.findUndoOf(db, it.undo),
    readOutcome: (db, it) => undo.readOutcome(db, it.undo, 10),
  },
  'account/avatars/avatars': {
    lockSignedIn: (db, { admin, session }) => avatars.lockSignedIn(db, admin, session),
    lockPicture: (db, { admin }) => avatars.lockPicture(db, admin),
  },
  'billing/invoices/invoice-reading': {
    listInvoices: (db) => invoiceReading.listInvoices(db, invoiceQuery),
    listNextInvoices: (db) => invoiceReading.listNextInvoices(db, invoiceExportQuery.parse({}), null, 100),
    findInvoice: (db, { invoice }) => invoiceReading.findInvoice(db, invoice),
    listStatuses: (db, { invoice }) => invoiceReading.listStatuses(db, [invoice]),
    listLines: (db, { invoice }) => invoiceReading.listLines(db, [invoice]),
    listPayments: (db, { invoice }) => invoiceReading.listPayments(db, invoice),
    listRelated: (db, { invoice }) => invoiceReading.listRelated(db, { id: invoice, rectifies_id: invoice }),
    listRectifying: (db, { invoice }) => invoiceReading.listRectifying(db, invoice),
    listSeries: (db) => invoiceReading.listSeries(db),
    listOfSeries: (db) =>
      invoiceReading.listOfSeries(
        db,
        { series: 'A', year: new Date().getFullYear(), highest_number: 1_000 },
        0,
        1_000,
      ),
    listWronglyPaid: (db) => invoiceReading.listWronglyPaid(db),
    listCharged: (db, { organization, period_end: end }) =>
      invoiceReading.listCharged(db, organization, { start: DAYS.from, end }, CHANGED_TO),
    sumUnpaid: (db, { organization }) => invoiceReading.sumUnpaid(db, organization),
    listUnpaid: (db, { organization }) => invoiceReading.listUnpaid(db, organization),
  },
  'billing/invoices/facturae': {
    getDelivery: (db, { organization }) => facturae.getDelivery(db, organization),
  },
  'billing/invoices/receipts': {
    listReceipts: (db, { invoice }) => receipts.listReceipts(db, invoice),
  },
  'billing/invoices/payments': {
    listPaymentsOfAll: (db) => payments.listPaymentsOfAll(db, paymentQuery),
    listNextPayments: (db) => payments.listNextPayments(db, paymentQuery, null, 100),
  },
  'billing/subscriptions/subscriptions': {
    findSubscription: (db, { organization }) => subscriptions.findSubscription(db, organization),
    listEvents: (db, { organization }) => subscriptions.listEvents(db, organization, 1),
  },
  'billing/debit-runs/debit-runs': {
    findCollection: (db, { debited_invoice }) => debitRuns.findCollection(db, debited_invoice),
  },
  'billing/mandates/mandates': {
    listMandates: (db) => mandates.listMandates(db, { page: 1 }),
    findMandate: (db, { mandate }) => mandates.findMandate(db, mandate),
    listEvents: (db, { mandate }) => mandates.listEvents(db, mandate),
  },
  'billing/verifactu/verifactu': {
    findRecorded: (db, { invoice }) => verifactu.findRecorded(db, invoice),
  },
  'bin/bin': { listBin: (db) => bin.listBin(db, { organization_id: null, everything: false }, 1) },
  'dashboard/dashboard-days': {
    findDay: (db, { organization }) => dashboardDays.findDay(db, organization),
    readViews: (db) => dashboardDays.readViews(db, DASHBOARD),
    readDailySales: (db) => dashboardDays.readDailySales(db, DASHBOARD),
    readOpened: (db) => dashboardDays.readOpened(db, DASHBOARD),
    readCompleted: (db) => dashboardDays.readCompleted(db, DASHBOARD),
    mainCurrency: (db) => dashboardDays.mainCurrency(db),
  },
  'dashboard/dashboard-sales': {
    readMoney: (db) => dashboardSales.readMoney(db, DASHBOARD),
    readSignedIn: (db) => dashboardSales.readSignedIn(db, DASHBOARD),
    readNewClients: (db) => dashboardSales.readNewClients(db, DASHBOARD),
    readSales: (db) => dashboardSales.readSales(db, DASHBOARD),
    readCountries: (db) => dashboardSales.readCountries(db, DASHBOARD),
    readProjects: (db) => dashboardSales.readProjects(db),
  },
  'dashboard/dashboard-team': {
    readSeats: (db, { organization }) =>
      dashboardTeam.readSeats(db, { ...DASHBOARD, organization_id: organization }),
    readActiveUsers: (db, { organization }) =>
      dashboardTeam.readActiveUsers(db, { ...DASHBOARD, organization_id: organization }),
    readPendingInvitations: (db, { organization }) =>
      dashboardTeam.readPendingInvitations(db, { ...DASHBOARD, organization_id: organization }),
    readLatestTickets: (db) => dashboardTeam.readLatestTickets(db, DASHBOARD),
  },
  'connections/connections': {
    listConnections: (db, { organization }) => connections.listConnections(db, organization, 20),
    findConnection: (db, { connection }) => connections.findConnection(db, connection),
    lockConnection: (db, { connection }) => connections.lockConnection(db, connection),
    countConnections: (db, { organization }) => connections.countConnections(db, organization),
    isNameTaken: (db, { organization, canary }) =>
      connections.isNameTaken(db, { id: NOBODY, organization_id: organization, name: canary }),
  },
  'provisioning/provisioning': {
    listTokens: (db, { connection }) => provisioning.listTokens(db, connection),
    listRequests: (db, { connection }) => provisioning.listRequests(db, connection, 1),
    readStatus: (db, { organization }) => provisioning.readStatus(db, organization),
    countTold: (db, { connection }) => provisioning.countTold(db, connection),
    listToldAfter: (db, { connection }) => provisioning.listToldAfter(db, connection, null, 100),
    listUntold: (db, { organization }) => provisioning.listUntold(db, organization, 100),
  },
  'assistants/assistants': {
    readSwitch: (db, { organization }) => assistants.readSwitch(db, organization),
  },
  'webhooks/webhooks': {
    listWebhooks: (db, { organization }) => webhooks.listWebhooks(db, organization, 20),
    countWebhooks: (db, { organization }) => webhooks.countWebhooks(db, organization),
    findWebhook: (db, { webhook }) => webhooks.findWebhook(db, webhook),
    lockWebhook: (db, { webhook }) => webhooks.lockWebhook(db, webhook),
  },
  'webhooks/deliveries': {
    listDeliveries: (db, { webhook }) => webhookDeliveries.listDeliveries(db, webhook, { page: 1 }),
    findDelivery: (db, { webhook, delivery }) => webhookDeliveries.findDelivery(db, webhook, delivery),
  },
  'webhooks/fan-out': {
    listTold: (db, { entry }) => webhookFanOut.listTold(db, [entry]),
  },
  'provisioning/scim/scim-users': {
    listScimUsers: (db, { connection }) => scimUsers.listScimUsers(db, connection, EVERYTHING),
    findScimUsers: (db, { connection, scim_user }) => scimUsers.findScimUsers(db, connection, [scim_user]),
    findUserNames: (db, { connection, scim_user_name }) =>
      scimUsers.findUserNames(db, connection, [scim_user_name]),
    findPeopleByEmail: (db, { organization, scim_email }) =>
      scimUsers.findPeopleByEmail(db, organization, [scim_email]),
    listGroupNames: (db, { scim_user }) => scimUsers.listGroupNames(db, [scim_user]),
  },
  'provisioning/scim/scim-groups': {
    listScimGroups: (db, { connection }) => scimGroups.listScimGroups(db, connection, EVERY_GROUP, true),
    findScimGroup: (db, { connection, scim_group }) => scimGroups.findScimGroup(db, connection, scim_group),
    listMemberUsers: (db, { scim_group }) => scimGroups.listMemberUsers(db, scim_group),
    countMembers: (db, { scim_group }) => scimGroups.countMembers(db, scim_group),
    listUsersOfGroups: (db, { connection, scim_group }) =>
      scimGroups.listUsersOfGroups(db, connection, [scim_group]),
  },
  'domains/domains': {
    listDomains: (db, { organization }) => domains.listDomains(db, organization, 50),
    countDomains: (db, { organization }) => domains.countDomains(db, organization),
    findDomain: (db, { domain }) => domains.findDomain(db, domain),
    isProven: (db, { organization, domain_name }) => domains.isProven(db, organization, domain_name),
  },
  'enforcement/enforcement': {
    isEnforced: (db, { organization }) => enforcement.isEnforced(db, organization),
    listEnforced: (db, { organization }) => enforcement.listEnforced(db, [organization]),
    listReady: (db, { organization }) => enforcement.listReady(db, organization),
    findWayThrough: (db, { organization }) => enforcement.findWayThrough(db, organization),
    hasOtherOn: (db, { organization, connection: connection_id }) =>
      enforcement.hasOtherOn(db, { organization_id: organization, connection_id }),
    findEnforcement: (db, { organization }) => enforcement.findEnforcement(db, organization),
    listPeople: (db, { organization }) => enforcement.listPeople(db, organization),
    lockCandidate: (db, { organization, user }) => enforcement.lockCandidate(db, organization, user),
    countUnadmitted: (db, { organization }) => enforcement.countUnadmitted(db, organization, null),
    countShutOut: (db, { organization }) => enforcement.countShutOut(db, organization),
  },
  'sso/sso': {
    findSignOn: (db, { sso_connection: connection }) => sso.findSignOn(db, connection),
    lockSignOn: (db, { sso_connection: connection }) => sso.lockSignOn(db, connection),
  },
  'data-exports/data-exports': {
    listDataExports: (db) => dataExports.listDataExports(db, null, 1),
    lockDataExport: (db, { data_export }) => dataExports.lockDataExport(db, data_export),
  },
  'data-exports/export-content': {
    countRows: (db, { organization }) =>
      each([...EXPORT_SECTIONS, FILES_SECTION], (section) =>
        exportContent.countRows(db, section, { organization_id: organization, internal: true }),
      ),
    readRows: (db, { organization }) =>
      each([...EXPORT_SECTIONS, FILES_SECTION], (section) =>
        exportContent.readRows(db, section, { organization_id: organization, internal: true }, null, 1_000),
      ),
  },
  'reports/financial-reports/ledger': {
    sumLedger: (db) => ledger.sumLedger(db, DAYS, 'begin'),
    sumMovements: (db) => ledger.sumMovements(db, DAYS),
    sumLosses: (db) => ledger.sumLosses(db, DAYS),
    standingEntries: (db) =>
      entriesOf(
        db,
        ledger.standingEntries(DAYS, 'USD', 'end', { times: 1 }),
        ledger.standingEntries(DAYS, 'USD', 'end', 'count'),
      ),
    movementEntries: (db) => entriesOf(db, ledger.movementEntries(DAYS, 'USD', ledger.MOVEMENTS, 'cents')),
    lossEntries: (db) =>
      entriesOf(db, ledger.lossEntries(DAYS, 'USD', 'cents'), ledger.lossEntries(DAYS, 'USD', 'count')),
  },
  'reports/financial-reports/revenue': {
    sumRevenue: (db) => revenue.sumRevenue(db, DAYS, 'plans'),
    sumOverdue: (db) => revenue.sumOverdue(db),
    listDebtors: (db) => revenue.listDebtors(db, 20),
    sumDebts: (db) => revenue.sumDebts(db),
    sumCollections: (db) => revenue.sumCollections(db, DAYS),
    invoiceEntries: (db) =>
      entriesOf(
        db,
        revenue.invoiceEntries(DAYS, 'USD', null, 'revenue'),
        revenue.invoiceEntries(DAYS, 'USD', null, 'invoiced'),
      ),
    paymentEntries: (db) => entriesOf(db, revenue.paymentEntries(DAYS, 'USD', null, 'all')),
    overdueEntries: (db) =>
      entriesOf(
        db,
        revenue.overdueEntries('USD', null, 'cents'),
        revenue.overdueEntries('CHF', null, 'cents'),
      ),
    debtEntries: (db) =>
      entriesOf(
        db,
        revenue.debtEntries('USD', null, 'unpaid', 'cents'),
        revenue.debtEntries('CHF', null, 'overdue', 'count'),
      ),
  },
  'invitations/invitations': {
    listInvitations: (db) => invitations.listInvitations(db, {}, 1),
    findInvitation: (db, { invitation }) => invitations.findInvitation(db, invitation),
    closedBy: (db, { organization }) => invitations.closedBy(db, organization),
    lockInvitation: (db, { invitation }) => invitations.lockInvitation(db, invitation),
    lockOpenInvitation: (db, { organization, invited }) =>
      invitations.lockOpenInvitation(db, organization, invited),
    findWithdrawn: (db, { withdrawn }) => invitations.findWithdrawn(db, withdrawn, { lock: true }),
    findInvited: (db, { organization, invited }) => invitations.findInvited(db, organization, [invited]),
    findAddressees: (db, { organization, admin_email }) =>
      each([true, false], (wide) =>
        invitations.findAddressees(db, { organization_id: organization, wide }, [admin_email]),
      ),
  },
  'notifications/notification-preferences': {
    listPreferences: (db, { admin }) => preferences.listPreferences(db, admin),
  },
  'notifications/notifications': {
    listNotifications: (db, { admin }) =>
      notifications.listNotifications(db, admin, { page: 1, unread: false }),
    countUnread: (db, { admin }) => notifications.countUnread(db, admin),
  },
  'offboarding/offboarding': {
    listLeavers: (db, { admin }) => offboarding.listLeavers(db, [admin]),
    listHeld: (db, { admin }) => offboarding.listHeld(db, [admin]),
    listReceipts: (db, { leaver }) => offboarding.listReceipts(db, leaver),
    findReceipt: (db, { receipt }) => offboarding.findReceipt(db, receipt),
  },
  'organizations/organizations': {
    listOrganizations: (db) => organizations.listOrganizations(db, organizationQuery),
    countOrganizations: (db) => organizations.countOrganizations(db, {}),
    listOrganizationsAfter: (db) => organizations.listOrganizationsAfter(db, {}, null, 100),
    readOverview: (db) => organizations.readOverview(db),
    findOrganization: (db, { organization }) => organizations.findOrganization(db, organization),
    listOrganizationsOf: (db, { organization }) => organizations.listOrganizationsOf(db, [organization]),
    slugsLike: (db, { slug }) => organizations.slugsLike(db, [slug]),
    namesTaken: (db, { slug }) => organizations.namesTaken(db, [slug]),
  },
  'platform/database/report-entries': {
    listEntries: (db) =>
      entriesOf(
        db,
        sql`select 'ticket' as kind, t.id, t.id as opens_id, t.title as name, null::text as detail,
          null::text as organization_name, null::text as at, 1 as value from tickets t`,
      ),
  },
  'platform/records/import': {
    organizationsNamed: async (db, { slug, organization_name }) => {
      const named = await platformImport.organizationsNamed(
        db,
        [slug, organization_name].map((organization) => ({ organization })),
      );
      return [slug, organization_name].map(named);
    },
  },
  'platform/records/quotas': { readStored: (db, { organization }) => quotas.readStored(db, organization) },
  'platform/settings/settings': {
    readSettings: (db, { organization }) => platformSettings.readSettings(db, organization),
    findNamed: (db, { organization }) => platformSettings.findNamed(db, organization),
  },
  'plans/plans': {
    listPlans: (db) => plans.listPlans(db, { page: 1, where: 'listed', isWatched: true }),
  },
  'account/profile/profile': { lockProfile: (db, { admin }) => profile.lockProfile(db, admin) },
  'account/sessions/sessions': {
    listSessions: (db, { account }) => sessions.listSessions(db, account),
    findAccountHolder: (db, { admin }) => sessions.findAccountHolder(db, admin),
  },
  'reports/people-reports': {
    countRoles: (db, { organization }) => peopleReports.countRoles(db, organization),
    countNewPeople: (db) => peopleReports.countNewPeople(db, null, DAYS),
    countInvitations: (db) => peopleReports.countInvitations(db, null, DAYS),
    listSeats: (db) => peopleReports.listSeats(db, null, 100),
    sumSeats: (db) => peopleReports.sumSeats(db, null),
  },
  'reports/report-entries': {
    peopleEntries: (db) =>
      entriesOf(
        db,
        reportEntries.peopleEntries(ALL, null, { is_active: null, created: null }),
        reportEntries.peopleEntries(ALL, 'user', { is_active: true, created: DAYS, seated: true }),
      ),
    invitationEntries: (db) =>
      entriesOf(
        db,
        reportEntries.invitationEntries(ALL, null, DAYS),
        reportEntries.invitationEntries(ALL, 'pending', DAYS),
      ),
    reservingInvitationEntries: (db) => entriesOf(db, reportEntries.reservingInvitationEntries(ALL)),
    ticketEntries: (db) =>
      entriesOf(
        db,
        reportEntries.ticketEntries(ALL, 'created', DAYS),
        reportEntries.ticketEntries(ALL, 'resolved', DAYS),
      ),
    clockEntries: (db) =>
      entriesOf(
        db,
        reportEntries.clockEntries(ALL, 'first_response', null, DAYS, 'seconds'),
        reportEntries.clockEntries(ALL, 'resolution', null, DAYS, 'count'),
      ),
    seatEntries: (db) =>
      entriesOf(db, reportEntries.seatEntries(ALL, 'taken'), reportEntries.seatEntries(ALL, 'limit')),
  },
  'reports/ticket-reports': {
    countTicketDays: (db) => ticketReports.countTicketDays(db, null, DAYS),
    readClock: (db) => ticketReports.readClock(db, null, DAYS, 'first_response'),
  },
  'search/search': {
    findMatches: (db, { canary }, actor) =>
      each(Object.values(GROUPS), ({ source }) =>
        search.findMatches(db, { source, actor, typed: canary.slice(-8) }),
      ),
  },
  'settings/settings': {
    findSettings: (db, { organization }) => settings.findSettings(db, organization),
    lockSettings: (db, { organization }) => settings.lockSettings(db, organization),
  },
  'tickets/canned-replies/canned-replies': {
    listCannedReplies: (db) => cannedReplies.listCannedReplies(db, 100),
    lockCannedReply: (db, { ticket }) => cannedReplies.lockCannedReply(db, ticket),
  },
  'tickets/ticket-files/ticket-attachments': {
    listDescriptionFiles: (db, it) => attachments.listDescriptionFiles(db, keyOf(it)),
    findTicketFile: (db, it) => attachments.findTicketFile(db, keyOf(it), it.file, 'all'),
  },
  'tickets/ticket-conversation/ticket-messages': {
    listMessages: (db, it) => messages.listMessages(db, keyOf(it), 'all', { limit: 100 }),
    listMessagesAfter: (db, it) =>
      messages.listMessagesAfter(db, keyOf(it), 'all', { message_id: null, not_by: it.user, limit: 100 }),
    isWritten: (db, it) => messages.isWritten(db, keyOf(it), it.admin, it.message_request),
    listHistory: (db, { ticket }) => messages.listHistory(db, ticket, { limit: 100 }),
  },
  'tickets/ticket-people': {
    listAssignees: (db, { organization }) => ticketPeople.listAssignees(db, organization, 100),
    listAdminIds: (db, { organization }) => ticketPeople.listAdminIds(db, organization),
    findAssignee: (db, { admin }) => ticketPeople.findAssignee(db, admin),
  },
  'tickets/tickets': {
    listTickets: (db) => tickets.listTickets(db, NO_REACH, ticketQuery),
    countTickets: (db) => tickets.countTickets(db, NO_REACH, {}),
    listTicketsBelow: (db) => tickets.listTicketsBelow(db, NO_REACH, {}, null, 100),
    listTicketIds: (db) => tickets.listTicketIds(db, NO_REACH, {}),
    findTicket: (db, { ticket }) => tickets.findTicket(db, NO_REACH, ticket),
    listTicketsOf: (db, { ticket }) => tickets.listTicketsOf(db, NO_REACH, [ticket]),
    findTicketNumbered: (db, { ticket_number }) => tickets.findTicketNumbered(db, NO_REACH, ticket_number),
    lockChosenTickets: (db, { ticket }) => tickets.lockChosenTickets(db, NO_REACH, [ticket]),
    lockTickets: (db, { binned_ticket }) => tickets.lockTickets(db, NO_REACH, [binned_ticket], 'bin'),
    getTicketOfRequest: (db, { organization, user, ticket_request }) =>
      tickets.getTicketOfRequest(db, {
        organization_id: organization,
        created_by: user,
        request_id: ticket_request,
      }),
    organizationsThere: (db, { organization }) => tickets.organizationsThere(db, [organization]),
    lockUnresolvedOf: (db, { admin }) => tickets.lockUnresolvedOf(db, [admin]),
  },
  'transfers/imports/import-disclosures': {
    lockDisclosures: (db, { organization }) => disclosures.lockDisclosures(db, organization, 24),
  },
  'transfers/imports/import-rows': {
    listRowsAfter: (db, { transfer }) => importRows.listRowsAfter(db, transfer, 0, 100, 'all'),
    listRowsOfPage: (db, { transfer }) => importRows.listRowsOfPage(db, transfer, 1, false),
    rowsOfKeys: (db, { transfer, import_key }) => importRows.rowsOfKeys(db, transfer, 100, [import_key]),
    seatsOfRows: (db, { transfer }) => importRows.seatsOfRows(db, transfer, 100),
  },
  'seats/seats': {
    lockOrganizations: (db, { organization }) => seats.lockOrganizations(db, [organization]),
    lockBinnedOrganization: (db, { binned_organization }) =>
      seats.lockBinnedOrganization(db, binned_organization),
    findSeats: (db, { organization }) => seats.findSeats(db, organization),
    findUseBeside: (db, { organization }) => seats.findUseBeside(db, organization, 1),
  },
  'transfers/transfers': {
    listTransfers: (db, { admin }) => transfers.listTransfers(db, admin, 1),
    findTransfer: (db, { admin, transfer }) => transfers.findTransfer(db, admin, transfer),
    listFiles: (db, { exported }) => transfers.listFiles(db, exported),
    lockTransfer: (db, { admin, transfer }) => transfers.lockTransfer(db, admin, transfer),
  },
  'ranks/ranks': {
    stillHasRole: (db, { admin }) => ranks.stillHasRole(db, admin, 'admin'),
  },
  'users/user-standing': {
    organizationsOf: (db, { user }) => standing.organizationsOf(db, [user]),
    countActive: (db, { organization }) => standing.countActive(db, organization, 'admin'),
  },
  'users/users': {
    listUsers: (db, { organization }) => users.listUsers(db, { ...userQuery, organization_id: organization }),
    countUsers: (db, { organization }) => users.countUsers(db, { organization_id: organization }),
    listUsersAfter: (db) => users.listUsersAfter(db, {}, null, 100),
    listUserIds: (db) => users.listUserIds(db, {}),
    findUser: (db, { user }) => users.findUser(db, user),
    lockUsers: (db, { binned_person }) => users.lockUsers(db, [binned_person], 'bin'),
    takenEmails: (db, { admin_email }) => users.takenEmails(db, [admin_email]),
  },
};
