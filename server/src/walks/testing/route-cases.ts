import type { Api, RouteName } from '@atalaya/contract/api';
import { takeTurn } from '../../features/transfers/transfers.jobs.ts';
import { runDataExport } from '../../features/data-exports/data-exports.jobs.ts';
import { makeAuthenticator } from '../../features/account/passkeys/testing/authenticator.ts';
import { makeCertificateFile } from '../../platform/testing/certificates.ts';
import { replyAddressOf } from '../../features/tickets/inbound-mail/reply-address.ts';
import { codeShown } from '../../features/account/two-factor/testing/shown-code.ts';
import { newestLink } from '../../platform/testing/mails.ts';
import { unique } from '../../platform/testing/server.ts';
import {
  aCannedReply,
  aCollectable,
  aDebitRun,
  aStatement,
  aStream,
  aDueDebitRun,
  aCompany,
  aConnection,
  aDelivery,
  aWebhook,
  aDataExport,
  aDeletedOrganization,
  aDeletedPerson,
  aDomain,
  aDeletedTicket,
  aPerson,
  aPlan,
  aReceipt,
  aRejectedRecord,
  aSignOn,
  aSwitchedEnforcement,
  aTestedSignOn,
  anAdmin,
  anAssistant,
  aTicket,
  aTicketWithOlder,
  addressOf,
  anExport,
  anImport,
  anInvitation,
  aFacturae,
  anInvoice,
  anUndo,
  anUnsubscription,
  asNewPerson,
  challenged,
  creditorOf,
  endDataExports,
  invitationToken,
  newCannedReply,
  newPlan,
  nothing,
  ofOrganization,
  otherSession,
  planId,
  rateFile,
  registered,
  report,
  resetToken,
  settingsVersion,
  startedSecret,
  statementOf,
  systemVersion,
  theOrganization,
  theSettings,
  ticketOf,
  versionOf,
  withApp,
  withAvatar,
  withKey,
  withPasskey,
  withTrustedBrowser,
} from './objects.ts';
import type { Challenge } from './objects.ts';
import {
  API_KEY,
  INBOUND_SECRET,
  PASSWORD,
  makeColleague,
  makeImport,
  mandateOf,
  paymentOf,
  replyOf,
} from './world.ts';
import { billingDay } from '../../platform/testing/billing-day.ts';
import type { Sent, Side } from './world.ts';

/**
 * How a route keeps organizations apart:
 * - object: it names an object, which answers people of another organization as if it did not exist.
 * - list: it shows rows, and none of another organization, with any filter.
 * - own: it is about the caller alone, and changes nothing of anybody else.
 * - secret: who has the token, the password or the code may; another one gets nothing.
 * - everyone: it answers everybody alike.
 */
type Isolation = 'object' | 'list' | 'own' | 'secret' | 'everyone';

type Make = (side: Side) => Sent | Promise<Sent>;
/** `audit`: the actions that it leaves in the audit log, or why it leaves none; a route that reads need not say. */
type Audit = readonly [string, ...string[]] | { none: string };
export type Case = {
  isolation: Isolation;
  make: Make;
  audit?: Audit;
  /** Only a super_admin names an organization here: anybody else is refused, be there one or not. */
  organizationIsChosen?: true;
  /**
   * The tables that are written without an entry in the same transaction, by name, and why the audit log does not tell
   * of that; where none are named, nothing is.
   */
  besides?: readonly { table: string; why: string }[];
};
type ChangeCase = Case & { audit: Audit };

const DELIVERY = [
  {
    table: 'mail.queue',
    why: 'the queue takes the mail that the change has put into it, and forgets it once it left',
  },
  {
    table: 'public.organization_invitations',
    why: 'whether the mail was accepted is noted after it was sent: it is not part of the change',
  },
];

const aRun: Make = async (side) => ({ params: (await aDebitRun(side)).params });

/** Each route with a request that succeeds: for an admin of the side where the table of permissions lets one, else a super_admin. */
export const ROUTE_CASES: { [N in RouteName]: Api[N]['method'] extends 'GET' ? Case : ChangeCase } = {
  // Signing in, accounts and links that were mailed.
  readConfiguration: { isolation: 'everyone', make: nothing },
  readSession: { isolation: 'own', make: nothing },
  signIn: {
    isolation: 'secret',
    make: async (side) => ({
      body: { email: (await makeColleague(side, {})).email, password: PASSWORD },
      cookie: '',
    }),
    audit: ['session.started'],
  },
  signOut: { isolation: 'own', make: asNewPerson, audit: ['session.ended'] },
  register: {
    isolation: 'everyone',
    make: ({ canary }) => ({
      body: {
        first_name: 'Ana',
        last_name: 'Ruiz',
        email: `${canary}-${unique()}@example.test`,
        password: PASSWORD,
      },
      cookie: '',
    }),
    audit: ['account.registered'],
  },
  verifyEmail: {
    isolation: 'secret',
    make: async (side) => {
      const email = await registered(side);
      const { token } = await newestLink(side.world.server.database, email);
      const names = { first_name: 'Ana', last_name: side.canary };
      return { body: { token, password: PASSWORD, ...names }, cookie: '' };
    },
    audit: ['account.verified', 'session.started', 'user.created'],
  },
  resendVerification: {
    isolation: 'everyone',
    make: async (side) => ({ body: { email: await registered(side) }, cookie: '' }),
    audit: { none: 'nothing changes until the link is used' },
    besides: [
      { table: 'auth.registration', why: 'the new link of a registration that is still to be confirmed' },
      { table: 'mail.queue', why: 'the mail with it' },
    ],
  },
  requestPasswordReset: {
    isolation: 'everyone',
    make: async (side) => ({ body: { email: (await makeColleague(side, {})).email }, cookie: '' }),
    audit: { none: 'nothing changes until the link is used' },
    besides: [{ table: 'jobs.job_common', why: 'whoever the address is of is looked up later' }],
  },
  checkPasswordReset: {
    isolation: 'secret',
    make: async (side) => ({ body: { token: await resetToken(side) }, cookie: '' }),
    audit: { none: 'it reads' },
  },
  completePasswordReset: {
    isolation: 'secret',
    make: async (side) => ({
      body: { token: await resetToken(side), password: 'otra contraseña' },
      cookie: '',
    }),
    audit: ['account.password_reset'],
  },
  listDevelopmentAccounts: { isolation: 'everyone', make: nothing },
  seedDevelopmentAccounts: {
    isolation: 'everyone',
    // How many there were to make depends on who asked before.
    make: async ({ world }) => {
      await world.done('seedDevelopmentAccounts', {}, '');
      return {};
    },
    audit: { none: 'it exists in demo mode alone' },
  },
  signInDevelopmentAccount: {
    isolation: 'everyone',
    make: async ({ world }) => {
      await world.done('seedDevelopmentAccounts', {}, '');
      return { body: { email: 'usuario1@demo.test' }, cookie: '' };
    },
    audit: ['session.started'],
  },
  startProviderSignIn: {
    isolation: 'everyone',
    make: () => ({ params: { provider: 'google' }, cookie: '' }),
    audit: { none: 'nothing changes until the provider sends the browser back' },
  },
  readSecondFactor: { isolation: 'secret', make: challenged },
  completeSecondFactor: {
    isolation: 'secret',
    make: async (side) => {
      const { secret, ...sent } = await challenged(side);
      return { ...sent, body: { code: codeShown(secret, new Date()) } };
    },
    audit: ['session.started'],
  },
  startPasskeySignIn: {
    isolation: 'everyone',
    make: () => ({ cookie: '' }),
    audit: { none: 'it gives a challenge to anybody' },
  },
  signInWithPasskey: {
    isolation: 'secret',
    make: async (side) => {
      const { authenticator, userHandle } = await withPasskey(side);
      const options = await side.world.done<Challenge>('startPasskeySignIn', {}, '');
      return { body: authenticator.assert(options, { userHandle }), cookie: '' };
    },
    audit: ['session.started'],
  },
  startPasskeySecondFactor: {
    isolation: 'secret',
    make: async (side) => ({ cookie: (await withPasskey(side)).challenge }),
    audit: { none: 'it gives a challenge' },
  },
  completePasskeySecondFactor: {
    isolation: 'secret',
    make: async (side) => {
      const { authenticator, challenge } = await withPasskey(side);
      const options = await side.world.done<Challenge>('startPasskeySecondFactor', {}, challenge);
      return { body: authenticator.assert(options), cookie: challenge };
    },
    audit: ['session.started'],
  },

  // What is one's own.
  changePassword: {
    isolation: 'own',
    make: async (side) => ({
      ...(await asNewPerson(side)),
      body: { current_password: PASSWORD, password: 'otra contraseña' },
    }),
    audit: ['account.password_changed'],
  },
  updateProfile: {
    isolation: 'own',
    make: async (side) => ({ ...(await asNewPerson(side)), body: { version: 1, first_name: 'Otra' } }),
    audit: ['profile.updated'],
  },
  uploadAvatar: {
    isolation: 'own',
    make: async (side) => ({ ...(await asNewPerson(side)), file: side.world.picture }),
    audit: ['user.avatar_changed'],
  },
  removeAvatar: {
    isolation: 'own',
    make: async (side) => ({ cookie: (await withAvatar(side)).cookie }),
    audit: ['user.avatar_removed'],
  },
  listOwnSessions: { isolation: 'list', make: nothing },
  endOwnSession: {
    isolation: 'object',
    make: async (side) => {
      const person = await makeColleague(side, {});
      const session = await otherSession(side, person);
      return { params: { id: session }, cookie: person.cookie };
    },
    audit: ['session.ended'],
  },
  endOtherSessions: {
    isolation: 'own',
    make: async (side) => {
      const person = await makeColleague(side, {});
      await otherSession(side, person);
      return { cookie: person.cookie };
    },
    audit: ['session.others_ended'],
  },
  listApiKeys: { isolation: 'list', make: nothing },
  createApiKey: {
    isolation: 'own',
    make: async (side) => ({
      cookie: (await makeColleague(side, { role: 'admin' })).cookie,
      body: { ...API_KEY, name: side.canary },
    }),
    audit: ['api_key.created'],
  },
  revokeApiKey: {
    isolation: 'object',
    make: async (side) => {
      const { person, id } = await withKey(side);
      return { params: { id }, cookie: person.cookie };
    },
    audit: ['api_key.revoked'],
  },
  restoreApiKey: {
    isolation: 'object',
    make: async (side) => {
      const { person, id } = await withKey(side);
      await side.world.done('endOtherSessions', {}, person);
      return { params: { id }, body: { password: PASSWORD }, cookie: person.cookie };
    },
    audit: ['api_key.restored'],
  },
  readAccessReview: { isolation: 'own', make: nothing },
  finishAccessReview: {
    isolation: 'own',
    make: async (side) => {
      const person = await makeColleague(side, {});
      await side.world.query('insert into auth.access_review (user_id) values ($1)', [person.user_id]);
      return { cookie: person.cookie };
    },
    audit: ['account.access_reviewed'],
  },
  readWaysIn: { isolation: 'own', make: nothing },
  startProviderLink: {
    isolation: 'own',
    make: async (side) => ({
      ...(await asNewPerson(side)),
      params: { provider: 'google' },
      body: { password: PASSWORD },
    }),
    audit: { none: 'nothing changes until the provider sends the browser back' },
  },
  unlinkProvider: {
    isolation: 'own',
    make: async (side) => {
      const person = await makeColleague(side, {});
      await side.world.query(
        `insert into auth.identity (user_id, provider, issuer, subject) values ($1::uuid, 'google', 'test', $1::text)`,
        [person.user_id],
      );
      return { params: { provider: 'google' }, body: { password: PASSWORD }, cookie: person.cookie };
    },
    audit: ['account.provider_unlinked'],
  },
  readTwoFactor: { isolation: 'own', make: nothing },
  startTwoFactor: {
    isolation: 'own',
    make: async (side) => ({ ...(await asNewPerson(side)), body: { password: PASSWORD } }),
    audit: { none: 'it is nothing until a first code confirms it' },
    besides: [{ table: 'auth.two_factor', why: 'the secret that a first code will confirm' }],
  },
  confirmTwoFactor: {
    isolation: 'own',
    make: async (side) => {
      const person = await makeColleague(side, {});
      return {
        cookie: person.cookie,
        body: { code: codeShown(await startedSecret(side, person), new Date()) },
      };
    },
    audit: ['two_factor.app_added'],
  },
  disableTwoFactor: {
    isolation: 'own',
    make: async (side) => {
      const { person, secret } = await withApp(side);
      return { cookie: person.cookie, body: { password: PASSWORD, code: codeShown(secret, new Date()) } };
    },
    audit: ['two_factor.app_removed', 'two_factor.proved'],
  },
  renewRecoveryCodes: {
    isolation: 'own',
    make: async (side) => {
      const { person, secret } = await withApp(side);
      return { cookie: person.cookie, body: { password: PASSWORD, code: codeShown(secret, new Date()) } };
    },
    audit: ['two_factor.codes_renewed', 'two_factor.proved'],
  },
  listTrustedBrowsers: { isolation: 'list', make: nothing },
  endTrustedBrowser: {
    isolation: 'object',
    make: async (side) => {
      const { person, id } = await withTrustedBrowser(side);
      return { params: { id }, cookie: person.cookie };
    },
    audit: ['trusted_browser.revoked'],
  },
  endTrustedBrowsers: {
    isolation: 'own',
    make: async (side) => ({ cookie: (await withTrustedBrowser(side)).person.cookie }),
    audit: ['trusted_browser.all_revoked'],
  },
  listPasskeys: { isolation: 'list', make: nothing },
  startPasskey: {
    isolation: 'own',
    make: async (side) => ({ ...(await asNewPerson(side)), body: { password: PASSWORD } }),
    audit: { none: 'it gives a challenge' },
  },
  addPasskey: {
    isolation: 'own',
    make: async (side) => {
      const { cookie } = await makeColleague(side, {});
      const options = await side.world.done<Challenge>(
        'startPasskey',
        { body: { password: PASSWORD } },
        cookie,
      );
      return { cookie, body: { name: side.canary, ...makeAuthenticator().register(options) } };
    },
    audit: ['passkey.added'],
  },
  renamePasskey: {
    isolation: 'object',
    make: async (side) => {
      const { person, id } = await withPasskey(side);
      return { params: { id }, body: { name: 'Otra' }, cookie: person.cookie };
    },
    audit: ['passkey.renamed'],
  },
  removePasskey: {
    isolation: 'object',
    make: async (side) => {
      const { person, id, code } = await withPasskey(side);
      return { params: { id }, body: { password: PASSWORD, code }, cookie: person.cookie };
    },
    audit: ['passkey.removed', 'two_factor.proved'],
  },
  startOwnerPasskey: { isolation: 'own', make: asNewPerson, audit: { none: 'it gives a challenge' } },

  // People.
  listUsers: { isolation: 'list', make: ofOrganization },
  readUser: { isolation: 'object', make: aPerson },
  readHoldings: {
    isolation: 'object',
    make: async (side) => ({ query: { ids: (await makeColleague(side, {})).id } }),
  },
  offboardUsers: {
    isolation: 'object',
    make: async (side) => ({ body: { ids: [(await makeColleague(side, {})).id], heir_id: null } }),
    audit: ['user.offboarded'],
  },
  listReceipts: { isolation: 'object', make: aPerson },
  downloadReceipt: { isolation: 'object', make: aReceipt },
  downloadReceiptPdf: { isolation: 'object', make: aReceipt },
  createUser: {
    isolation: 'object',
    organizationIsChosen: true,
    make: ({ canary, organization }) => ({
      body: {
        first_name: 'Ana',
        last_name: 'Núñez',
        email: `${canary}-${unique()}@example.test`,
        role: 'user',
        organization_id: organization.id,
      },
    }),
    audit: ['user.created'],
  },
  updateUser: {
    isolation: 'object',
    make: async (side) => ({ ...(await aPerson(side)), body: { version: 1, first_name: 'Eva' } }),
    audit: ['user.updated'],
  },
  deleteUser: { isolation: 'object', make: aPerson, audit: ['user.deleted'] },
  restoreUser: { isolation: 'object', make: aDeletedPerson, audit: ['user.restored'] },
  changeUsers: {
    isolation: 'object',
    make: async (side) => {
      const { id } = await makeColleague(side, {});
      return { body: { action: { type: 'deactivate' }, chosen: { ids: [id] } } };
    },
    audit: ['user.deactivated'],
  },
  sendUserReset: { isolation: 'object', make: aPerson, audit: ['user.reset_sent'] },
  removeUserAvatar: {
    isolation: 'object',
    make: async (side) => ({ params: { id: (await withAvatar(side)).id } }),
    audit: ['user.avatar_removed'],
  },
  listUserSessions: { isolation: 'object', make: aPerson },
  endUserSession: {
    isolation: 'object',
    make: async (side) => {
      const person = await makeColleague(side, {});
      return { params: { id: person.id, session_id: await otherSession(side, person) } };
    },
    audit: ['session.ended'],
  },
  endUserSessions: { isolation: 'object', make: aPerson, audit: ['session.all_ended'] },
  listUserApiKeys: { isolation: 'object', make: aPerson },
  revokeUserApiKey: {
    isolation: 'object',
    make: async (side) => {
      const { person, id } = await withKey(side);
      return { params: { id: person.id, key_id: id } };
    },
    audit: ['api_key.revoked'],
  },
  resetUserTwoFactor: {
    isolation: 'object',
    make: async (side) => ({ params: { id: (await withApp(side)).person.id } }),
    audit: ['two_factor.reset'],
  },

  // Invitations.
  listInvitations: { isolation: 'list', make: ofOrganization },
  createInvitation: {
    isolation: 'object',
    besides: DELIVERY,
    make: (side) => ({ body: { email: addressOf(side), organization_id: side.organization.id } }),
    audit: ['invitation.created'],
  },
  checkInvitations: {
    isolation: 'object',
    make: (side) => ({ body: { emails: [addressOf(side)], organization_id: side.organization.id } }),
    audit: { none: 'it reads' },
  },
  resendInvitation: {
    isolation: 'object',
    besides: DELIVERY,
    make: anInvitation,
    audit: ['invitation.resent'],
  },
  copyInvitationLink: {
    isolation: 'object',
    make: anInvitation,
    audit: ['invitation.link_copied'],
  },
  cancelInvitation: { isolation: 'object', make: anInvitation, audit: ['invitation.canceled'] },
  restoreInvitation: {
    isolation: 'object',
    make: async (side) => {
      const sent = await anInvitation(side);
      await side.world.done('cancelInvitation', sent, side.world.super_admin);
      return sent;
    },
    audit: ['invitation.restored'],
  },
  openInvitation: {
    isolation: 'secret',
    make: async (side) => ({ body: { token: await invitationToken(side) }, cookie: '' }),
    audit: { none: 'it reads' },
  },
  acceptInvitation: {
    isolation: 'secret',
    make: async (side) => ({
      body: { token: await invitationToken(side), first_name: 'Eva', last_name: 'Ruiz', password: PASSWORD },
      cookie: '',
    }),
    audit: ['invitation.accepted', 'session.started'],
  },
  joinInvitation: {
    isolation: 'secret',
    make: async (side) => {
      const { email, cookie } = await side.world.server.makePerson();
      return { body: { token: await invitationToken(side, email) }, cookie };
    },
    audit: ['invitation.accepted'],
  },
  declineInvitation: {
    isolation: 'secret',
    make: async (side) => ({ body: { token: await invitationToken(side) }, cookie: '' }),
    audit: ['invitation.declined'],
  },
  requestInvitationRenewal: {
    isolation: 'secret',
    make: async (side) => {
      const token = await invitationToken(side);
      await side.world.query(
        `update organization_invitations set expires_at = now() - interval '1 day'
         where organization_id = $1 and accepted_at is null and id = (select max(id::text)::uuid
           from organization_invitations where organization_id = $1)`,
        [side.organization.id],
      );
      return { body: { token }, cookie: '' };
    },
    audit: ['invitation.renewal_requested'],
  },

  // Organizations and plans.
  readAppHome: { isolation: 'list', make: nothing },
  readDashboard: { isolation: 'list', make: nothing },
  recordVisit: {
    isolation: 'own',
    make: nothing,
    audit: { none: 'a count of visits, which says of nobody who it was' },
  },
  listOrganizations: { isolation: 'list', make: ({ canary }) => ({ query: { search: canary } }) },
  readOrganizationOverview: { isolation: 'list', make: nothing },
  readOrganization: { isolation: 'object', make: theOrganization },
  createOrganization: {
    isolation: 'object',
    make: ({ canary }) => ({ body: { name: `Nueva ${canary} ${unique()}` } }),
    audit: ['organization.created'],
  },
  updateOrganization: {
    isolation: 'object',
    make: async (side) => ({
      ...theOrganization(side),
      body: { version: await versionOf(side), domain: `${unique()}.test` },
    }),
    audit: ['organization.updated'],
  },
  updateBillingData: {
    isolation: 'object',
    make: async (side) => ({
      ...theOrganization(side),
      body: {
        version: await versionOf(side),
        country: 'FR',
        tax_id: null,
        billing_email: `${side.canary}-${unique()}@example.test`,
      },
    }),
    audit: ['organization.updated'],
  },
  deleteOrganization: {
    isolation: 'object',
    make: async ({ world, canary }) => {
      const { id, name } = await world.server.makeOrganization({ name: `Otra ${canary} ${unique()}` });
      return { params: { id }, body: { confirm_name: name, people: 'deactivate', invoices: 'keep' } };
    },
    audit: ['organization.deleted'],
  },
  previewOrganizationDeletion: { isolation: 'object', make: theOrganization },
  restoreOrganization: {
    isolation: 'object',
    make: async (side) => ({ params: { id: (await aDeletedOrganization(side)).id } }),
    audit: ['organization.restored'],
  },
  readSeats: { isolation: 'object', make: theOrganization },
  listPlans: { isolation: 'list', make: nothing },
  // The catalogue is one for all organizations.
  readPlan: { isolation: 'list', make: async (side) => ({ params: { id: await planId(side, 'pro') } }) },
  createPlan: { isolation: 'object', make: newPlan, audit: ['plan.created'] },
  addPlansInEuros: {
    isolation: 'object',
    make: async ({ world }) => {
      // Once in an installation: those of a call before are other plans.
      await world.query(
        "update plans set key = 'p-' || left(id::text, 8) || right(id::text, 12) where key like '%-eur'",
        [],
      );
      return { body: {} };
    },
    audit: ['plan.created'],
  },
  updatePlan: {
    isolation: 'object',
    make: async (side) => ({ ...(await aPlan(side)), body: { version: 1, description: 'Otra' } }),
    audit: ['plan.updated'],
  },
  simulatePlan: {
    isolation: 'object',
    make: async (side) => ({
      ...(await aPlan(side)),
      body: { to: { type: 'terms', price_cents: 5_000, max_users: 10 } },
    }),
    audit: { none: 'it reads' },
  },
  cancelPlanMove: {
    isolation: 'object',
    make: async (side) => {
      const sent = await aPlan(side);
      const subscriber = await aCompany(side);
      await side.world.query(
        'update organizations set plan_type = (select key from plans where id = $1) where id = $2',
        [sent.params.id, subscriber.params.id],
      );
      const on = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
      const body = { version: 1, price_cents: 7_000, subscribers: { type: 'move', on } };
      await side.world.done('updatePlan', { ...sent, body }, side.world.super_admin);
      return sent;
    },
    audit: ['plan.move_canceled'],
  },
  archivePlan: {
    isolation: 'object',
    make: async (side) => ({ ...(await aPlan(side)), body: { version: 1 } }),
    audit: ['plan.archived'],
  },
  restorePlan: {
    isolation: 'object',
    make: async (side) => {
      const sent = await aPlan(side);
      await side.world.done('archivePlan', { ...sent, body: { version: 1 } }, side.world.super_admin);
      return sent;
    },
    audit: ['plan.restored'],
  },

  // Billing.
  readSubscription: { isolation: 'object', make: theOrganization },
  listSubscriptionEvents: { isolation: 'object', make: theOrganization },
  previewPlanChange: {
    isolation: 'object',
    make: async (side) => ({ ...theOrganization(side), query: { plan_id: await planId(side, 'pro') } }),
  },
  changePlan: {
    isolation: 'object',
    make: async (side) => ({ ...(await aCompany(side)), body: { plan_id: await planId(side, 'pro') } }),
    audit: ['invoice.issued', 'subscription.plan_changed'],
  },
  cancelPlanChange: {
    isolation: 'object',
    make: async (side) => {
      const sent = await aCompany(side, 'pro');
      const body = { plan_id: await planId(side, 'basic') };
      await side.world.done('changePlan', { ...sent, body }, side.world.super_admin);
      return sent;
    },
    audit: ['subscription.downgrade_canceled'],
  },
  changeSubscriptionStatus: {
    isolation: 'object',
    make: async (side) => ({ ...(await aCompany(side)), body: { status: 'past_due', reason: 'No paga' } }),
    audit: ['subscription.status_changed'],
  },
  changeTax: {
    isolation: 'object',
    make: async (side) => ({
      ...(await aCompany(side)),
      body: { tax_treatment: 'standard', tax_rate: 1_000 },
    }),
    audit: ['subscription.tax_changed'],
  },
  listInvoices: { isolation: 'list', make: ofOrganization },
  exportInvoices: { isolation: 'list', make: ofOrganization },
  readInvoice: { isolation: 'object', make: anInvoice },
  downloadInvoice: { isolation: 'object', make: anInvoice },
  downloadEInvoice: { isolation: 'object', make: anInvoice },
  downloadFacturae: { isolation: 'object', make: aFacturae },
  issueInvoice: {
    isolation: 'object',
    make: ({ canary, organization }) => ({
      body: {
        organization_id: organization.id,
        lines: [{ description: canary, unit_price_cents: 100 }],
      },
    }),
    audit: ['invoice.issued'],
  },
  registerPayment: {
    isolation: 'object',
    make: async (side) => ({ ...(await anInvoice(side)), body: paymentOf(50, side.canary) }),
    audit: ['payment.registered'],
  },
  refundPayment: {
    isolation: 'object',
    make: async (side) => {
      const paying = { ...(await anInvoice(side)), body: paymentOf(50, side.canary) };
      const paid = await side.world.done<{ payments: { id: string }[] }>(
        'registerPayment',
        paying,
        side.world.super_admin,
      );
      const body = { ...paymentOf(20, side.canary), reason: 'Duplicado' };
      return { params: { id: paid.payments[0]?.id ?? '' }, body };
    },
    audit: ['payment.refunded'],
  },
  rectifyInvoice: {
    isolation: 'object',
    make: async (side) => ({ ...(await anInvoice(side)), body: { code: 'R1', reason: 'Error' } }),
    audit: ['invoice.issued', 'invoice.voided'],
  },
  annulInvoice: {
    isolation: 'object',
    make: async (side) => ({ ...(await anInvoice(side)), body: { reason: 'Error' } }),
    audit: ['invoice.annulled'],
  },
  receiveInvoice: {
    isolation: 'object',
    make: async (side) => ({
      ...(await anInvoice(side)),
      body: { state: 'rejected', reason: `${side.canary} de más`, said_on: billingDay() },
    }),
    audit: ['invoice.rejected'],
  },

  // For super_admins alone: the chain is of the installation.
  readVerifactu: { isolation: 'list', make: nothing },
  updateVerifactu: {
    isolation: 'object',
    make: async ({ world: { done, query, super_admin } }) => {
      // Of the chain that another route has begun.
      await query('update verifactu_issuer set last_number = 0, last_seal = null');
      const { version } = await done<{ version: number }>('readVerifactu', {}, super_admin);
      const issuer = { tax_id: 'B12345674', name: 'Atalaya' };
      return { body: { version, ...issuer, environment: 'test', starts_on: '2100-01-01', is_on: false } };
    },
    audit: ['verifactu.updated'],
  },
  saveVerifactuCertificate: {
    isolation: 'object',
    make: () => ({ body: { kind: 'seal', ...makeCertificateFile() } }),
    audit: ['verifactu.certificate_saved'],
  },
  removeVerifactuCertificate: {
    isolation: 'object',
    make: async ({ world: { done, super_admin } }) => {
      const body = { kind: 'seal', ...makeCertificateFile() };
      await done('saveVerifactuCertificate', { body }, super_admin);
      return {};
    },
    audit: ['verifactu.certificate_removed'],
  },
  sendVerifactuRecords: { isolation: 'object', make: nothing, audit: ['verifactu.send_asked'] },
  listVerifactuRecords: { isolation: 'list', make: nothing },
  readVerifactuRecord: { isolation: 'object', make: aRejectedRecord },
  correctVerifactuRecord: {
    isolation: 'object',
    make: aRejectedRecord,
    audit: ['verifactu.record_corrected'],
  },
  exportVerifactuRecords: { isolation: 'list', make: () => ({ query: { year: '2026' } }) },
  verifyVerifactuRecords: { isolation: 'list', make: nothing },
  readDeclaration: { isolation: 'list', make: nothing },
  downloadDeclaration: { isolation: 'list', make: nothing },
  signDeclaration: {
    isolation: 'object',
    make: async ({ world: { done, super_admin } }) => {
      const { hash } = await done<{ hash: string }>('readDeclaration', {}, super_admin);
      return { body: { hash, name: 'Ana Ruiz', password: PASSWORD } };
    },
    audit: ['verifactu.declared'],
  },

  listExchangeRates: { isolation: 'list', make: nothing },
  saveExchangeRate: {
    isolation: 'object',
    make: () => ({
      body: { currency: 'CHF', day: '2026-01-02', rate_micros: 930_000, source: unique() },
    }),
    audit: ['exchange_rate.saved'],
  },
  uploadExchangeRates: {
    isolation: 'own',
    make: () => ({ file: Buffer.from(rateFile()) }),
    audit: ['exchange_rate.uploaded'],
  },

  // SEPA direct debits: the runs are of the installation, for super_admins alone.
  readCreditor: { isolation: 'list', make: nothing },
  updateCreditor: {
    isolation: 'object',
    make: async ({ canary, world: { done, super_admin } }) => {
      const { version } = await done<{ version: number }>('readCreditor', {}, super_admin);
      return { body: creditorOf(canary, version) };
    },
    audit: ['creditor.updated'],
  },
  listMandates: { isolation: 'list', make: ofOrganization },
  readMandate: { isolation: 'object', make: async (side) => (await aCollectable(side)).mandate },
  signMandate: {
    isolation: 'object',
    make: async (side) => {
      await side.world.query(`update mandates set status = 'canceled' where organization_id = $1`, [
        side.organization.id,
      ]);
      return mandateOf(side);
    },
    audit: ['mandate.signed'],
  },
  amendMandate: {
    isolation: 'object',
    make: async (side) => {
      const { mandate } = await aCollectable(side);
      const { reference, debtor_name, bic, is_last } = mandateOf(side).body;
      const to = { reference, debtor_name, iban: 'DE89370400440532013000', bic, is_last };
      return { ...mandate, body: { version: 1, ...to } };
    },
    audit: ['mandate.amended'],
  },
  cancelMandate: {
    isolation: 'object',
    make: async (side) => ({ ...(await aCollectable(side)).mandate, body: { reason: 'Lo pide' } }),
    audit: ['mandate.canceled'],
  },
  listDebitRuns: { isolation: 'list', make: nothing },
  listCollectable: { isolation: 'list', make: nothing },
  createDebitRun: {
    isolation: 'object',
    make: async (side) => {
      const { invoice } = await aCollectable(side);
      const { done, super_admin } = side.world;
      const { first_day } = await done<{ first_day: string }>('listCollectable', {}, super_admin);
      return { body: { type: 'core', invoice_ids: [invoice.params.id], collect_on: first_day } };
    },
    audit: ['debit_run.created'],
  },
  readDebitRun: { isolation: 'object', make: aRun },
  downloadDebitRun: { isolation: 'object', make: aRun },
  presentDebitRun: { isolation: 'object', make: aRun, audit: ['debit_run.presented'] },
  confirmDebitRun: {
    isolation: 'object',
    make: aDueDebitRun,
    audit: ['debit_run.confirmed', 'payment.registered'],
  },
  cancelDebitRun: { isolation: 'object', make: aRun, audit: ['debit_run.canceled'] },
  returnDebit: {
    isolation: 'object',
    make: async (side) => ({
      ...(await aDebitRun(side, 'presented')).debit,
      body: { code: 'AM04', returned_on: '2026-01-31' },
    }),
    audit: ['invoice.debit_returned'],
  },

  listBankStatements: { isolation: 'list', make: nothing },
  uploadBankStatement: {
    isolation: 'own',
    make: ({ canary }) => ({ file: Buffer.from(statementOf(canary)) }),
    audit: ['bank_statement.uploaded'],
  },
  readBankStatement: { isolation: 'object', make: aStatement },
  confirmBankEntries: {
    isolation: 'object',
    make: async (side) => {
      const { invoice } = await aCollectable(side);
      const { code } = await side.world.done<{ code: string }>(
        'readInvoice',
        invoice,
        side.world.super_admin,
      );
      const { params } = await aStatement(side, code);
      const { items } = await side.world.done<{ items: { id: string }[] }>(
        'readBankStatement',
        { params },
        side.world.super_admin,
      );
      const entry = { id: items[0]?.id ?? '', kind: 'invoice', target_id: invoice.params.id };
      return { params, body: { entries: [entry] } };
    },
    audit: ['bank_statement.confirmed', 'payment.registered'],
  },

  listPayments: { isolation: 'list', make: ofOrganization },
  exportPayments: { isolation: 'list', make: ofOrganization },

  // Tickets.
  listTickets: { isolation: 'list', make: ofOrganization },
  exportTickets: { isolation: 'list', make: ofOrganization },
  listTicketAssignees: { isolation: 'list', make: ofOrganization },
  readTicket: { isolation: 'object', make: aTicket },
  listTicketMessages: { isolation: 'object', make: aTicketWithOlder },
  listTicketHistory: { isolation: 'object', make: aTicketWithOlder },
  createTicket: {
    isolation: 'object',
    organizationIsChosen: true,
    make: ({ canary, organization }) => ({
      body: { title: canary, description: canary, organization_id: organization.id },
    }),
    audit: ['ticket.created'],
  },
  updateTicket: {
    isolation: 'object',
    make: async (side) => ({ ...(await aTicket(side)), body: { version: 1, title: side.canary } }),
    audit: ['ticket.updated'],
  },
  assignTicket: {
    isolation: 'object',
    make: async (side) => ({ ...(await aTicket(side)), body: { version: 1, assigned_to: side.admin.id } }),
    audit: ['ticket.assigned'],
  },
  changeTickets: {
    isolation: 'object',
    make: async (side) => {
      const { id } = (await aTicket(side)).params;
      return { body: { action: { type: 'priority', priority: 'urgent' }, chosen: { ids: [id] } } };
    },
    audit: ['ticket.updated'],
  },
  deleteTicket: { isolation: 'object', make: aTicket, audit: ['ticket.deleted'] },
  restoreTicket: { isolation: 'object', make: aDeletedTicket, audit: ['ticket.restored'] },
  replyToTicket: {
    isolation: 'object',
    make: async (side) => ({ ...(await aTicket(side)), body: replyOf(side.canary) }),
    audit: ['ticket.replied'],
  },
  startTicket: { isolation: 'object', make: aTicket, audit: ['ticket.started'] },
  resolveTicket: {
    isolation: 'object',
    make: async (side) => ({ ...(await aTicket(side)), body: { message: 'Hecho' } }),
    audit: ['ticket.resolved'],
  },
  closeTicket: { isolation: 'object', make: aTicket, audit: ['ticket.closed'] },
  reopenTicket: {
    isolation: 'object',
    make: async (side) => {
      const sent = await aTicket(side);
      await side.world.done('closeTicket', sent, side.admin);
      return sent;
    },
    audit: ['ticket.reopened'],
  },
  uploadTicketFile: {
    isolation: 'own',
    make: async (side) => ({ ...(await asNewPerson(side)), file: side.world.picture }),
    audit: ['ticket_file.uploaded'],
  },
  discardTicketFile: {
    isolation: 'object',
    make: async (side) => {
      const { cookie } = await makeColleague(side, {});
      const { id } = await side.world.done('uploadTicketFile', { file: side.world.picture }, cookie);
      return { params: { id }, cookie };
    },
    audit: ['ticket_file.discarded'],
  },
  readTicketFile: {
    isolation: 'object',
    make: async (side) => {
      const { done, picture } = side.world;
      const file = await done('uploadTicketFile', { file: picture }, side.user);
      const body = { title: side.canary, description: side.canary, attachments: [file.id] };
      const ticket = await done('createTicket', { body }, side.user);
      return { params: { id: ticket.id, file_id: file.id } };
    },
  },
  receiveMail: {
    isolation: 'secret',
    make: async (side) => {
      const { server, done } = side.world;
      const { number } = await done<{ number: number }>('createTicket', { body: ticketOf(side) }, side.user);
      const to = replyAddressOf(server.platform.config, { number, generation: 0, profile_id: side.user.id });
      const text = `From: <${side.user.email}>\r\nTo: <${to}>\r\nSubject: Re\r\nMessage-ID: <${unique()}@test>\r\n\r\nVa.\r\n`;
      const headers = { 'x-inbound-mail-secret': INBOUND_SECRET };
      return { raw: { type: 'message/rfc822', text }, headers, cookie: '' };
    },
    audit: ['ticket.replied'],
  },
  listCannedReplies: { isolation: 'list', make: nothing },
  createCannedReply: { isolation: 'object', make: newCannedReply, audit: ['canned_reply.created'] },
  updateCannedReply: {
    isolation: 'object',
    make: async (side) => ({ ...(await aCannedReply(side)), body: { version: 1, title: unique() } }),
    audit: ['canned_reply.updated'],
  },
  deleteCannedReply: { isolation: 'object', make: aCannedReply, audit: ['canned_reply.deleted'] },
  restoreCannedReply: {
    isolation: 'object',
    make: async (side) => {
      const sent = await aCannedReply(side);
      await side.world.done('deleteCannedReply', sent, side.world.super_admin);
      return { ...sent, body: {} };
    },
    audit: ['canned_reply.restored'],
  },

  // The audit log, taking back, imports and exports.
  listAudit: { isolation: 'list', make: ofOrganization },
  listAnchors: { isolation: 'list', make: ofOrganization },
  exportAnchors: { isolation: 'list', make: ofOrganization },
  exportAudit: { isolation: 'list', make: ofOrganization },
  readAuditEntry: {
    isolation: 'object',
    make: async ({ world, organization }) => {
      const [entry] = await world.query('select id from audit_log where organization_id = $1 limit 1', [
        organization.id,
      ]);
      return { params: { id: entry?.id ?? '' } };
    },
  },
  undoChange: { isolation: 'object', make: anUndo, audit: ['user.undone'] },
  readUndo: { isolation: 'object', make: anUndo },
  listTransfers: { isolation: 'list', make: nothing },
  readTransfer: { isolation: 'object', make: anExport },
  createExport: {
    isolation: 'own',
    make: ({ organization }) => ({
      body: { what: { resource: 'users', filters: { organization_id: organization.id } } },
    }),
    audit: ['transfer.exported'],
  },
  cancelTransfer: { isolation: 'object', make: anExport, audit: ['transfer.canceled'] },
  downloadTransfer: {
    isolation: 'object',
    make: async (side) => {
      const sent = await anExport(side);
      await takeTurn(side.world.server.platform, sent.params.id);
      return sent;
    },
  },
  createImport: {
    isolation: 'own',
    make: ({ canary }) => ({
      query: { resource: 'users' },
      file: Buffer.from(`nombre,apellidos,email\nAna,${canary},x@example.test\n`),
    }),
    audit: { none: 'nothing is brought in yet' },
    besides: [
      { table: 'public.import_rows', why: 'the rows as they stand in the file, for whoever has sent it' },
      { table: 'public.transfers', why: 'the import itself, which is audited once it is applied' },
    ],
  },
  readImport: { isolation: 'object', make: (side) => anImport(side, 'read') },
  checkImport: {
    isolation: 'object',
    make: async (side) => {
      const one = await makeImport(side, side.admin);
      return { params: { id: one.id }, body: { mapping: one.mapping }, cookie: side.admin.cookie };
    },
    audit: { none: 'a dry run' },
    besides: [
      { table: 'jobs.job_common', why: 'the turn in which the rows are checked' },
      { table: 'public.transfers', why: 'which column is which, and how far it is' },
    ],
  },
  listImportRows: { isolation: 'object', make: (side) => anImport(side, 'checked') },
  downloadImportProblems: { isolation: 'object', make: (side) => anImport(side, 'checked') },
  applyImport: {
    isolation: 'object',
    make: (side) => anImport(side, 'checked'),
    audit: ['transfer.imported'],
  },
  listConnections: { isolation: 'list', make: ofOrganization },
  readConnection: { isolation: 'object', make: aConnection },
  createConnection: {
    isolation: 'object',
    make: (side) => ({ ...ofOrganization(side), body: { name: unique() } }),
    audit: ['connection.created'],
  },
  updateConnection: {
    isolation: 'object',
    make: async (side) => ({ ...(await aConnection(side)), body: { version: 1, name: unique() } }),
    audit: ['connection.updated'],
  },
  deleteConnection: { isolation: 'object', make: aConnection, audit: ['connection.deleted'] },
  readProvisioning: { isolation: 'object', make: aConnection },
  createProvisioningToken: {
    isolation: 'object',
    make: async (side) => ({
      ...(await aConnection(side)),
      cookie: (await makeColleague(side, { role: 'admin' })).cookie,
      body: { password: PASSWORD },
    }),
    audit: ['connection.token_created'],
  },
  revokeProvisioningToken: {
    isolation: 'object',
    make: async (side) => {
      const { params } = await aConnection(side);
      const { item } = await side.world.done<{ item: { id: string } }>(
        'createProvisioningToken',
        { params, body: { password: PASSWORD } },
        (await makeColleague(side, { role: 'admin' })).cookie,
      );
      return { params: { ...params, token_id: item.id } };
    },
    audit: ['connection.token_revoked'],
  },
  listProvisioningRequests: { isolation: 'object', make: aConnection },
  readAssistants: { isolation: 'object', make: ofOrganization },
  switchAssistants: {
    isolation: 'object',
    make: async (side) => {
      const [{ is_on } = { is_on: false }] = await side.world.query<{ is_on: boolean }>(
        'select assistants as is_on from settings where organization_id = $1',
        [side.organization.id],
      );
      return { ...ofOrganization(side), body: { is_on: !is_on } };
    },
    audit: ['settings.updated'],
  },
  readConsent: {
    isolation: 'own',
    make: async (side) => {
      const { cookie } = await makeColleague(side, { role: 'admin' });
      return { cookie, query: await anAssistant(side) };
    },
  },
  giveConsent: {
    isolation: 'own',
    make: async (side) => {
      const { cookie } = await makeColleague(side, { role: 'admin' });
      const { scopes, password } = API_KEY;
      return { cookie, body: { ...(await anAssistant(side)), scopes, days: 1, password } };
    },
    audit: ['api_key.created'],
  },
  listWebhooks: { isolation: 'list', make: ofOrganization },
  createWebhook: {
    isolation: 'object',
    make: async (side) => {
      // So that there is room for one.
      await aWebhook(side);
      return { ...ofOrganization(side), body: { url: 'https://hooks.example/' } };
    },
    audit: ['webhook.created'],
  },
  updateWebhook: {
    isolation: 'object',
    make: async (side) => ({ ...(await aWebhook(side)), body: { version: 1, payload: 'full' } }),
    audit: ['webhook.updated'],
  },
  deleteWebhook: { isolation: 'object', make: aWebhook, audit: ['webhook.deleted'] },
  rotateWebhookSecret: {
    isolation: 'object',
    make: async (side) => ({ ...(await aWebhook(side)), body: {} }),
    audit: ['webhook.secret_rotated'],
  },
  testWebhook: {
    isolation: 'object',
    make: async (side) => ({ ...(await aWebhook(side)), body: {} }),
    audit: ['webhook.tested'],
  },
  listWebhookDeliveries: { isolation: 'object', make: aWebhook },
  readWebhookDelivery: { isolation: 'object', make: aDelivery },
  resendWebhook: {
    isolation: 'object',
    make: async (side) => {
      const { params } = await aDelivery(side);
      return { params: { id: params.id }, body: { what: 'one', delivery_id: params.delivery_id } };
    },
    audit: ['webhook.resent'],
  },
  listAuditStreams: { isolation: 'list', make: ofOrganization },
  createAuditStream: {
    isolation: 'object',
    make: async (side) => {
      // So that there is room for one.
      await aStream(side);
      const sink = {
        kind: 'splunk',
        url: 'https://siem.example/',
        index: '',
        source_type: '',
        token: 'secret',
      };
      return { ...ofOrganization(side), body: { name: 'Splunk', sink } };
    },
    audit: ['audit_stream.created'],
  },
  updateAuditStream: {
    isolation: 'object',
    make: async (side) => ({ ...(await aStream(side)), body: { version: 1, shape: 'ocsf' } }),
    audit: ['audit_stream.updated'],
  },
  deleteAuditStream: { isolation: 'object', make: aStream, audit: ['audit_stream.deleted'] },
  testAuditStream: {
    isolation: 'object',
    make: async (side) => ({ ...(await aStream(side)), body: {} }),
    audit: ['audit_stream.tested'],
  },
  backfillAuditStream: {
    isolation: 'object',
    make: async (side) => ({ ...(await aStream(side)), body: { from: 'beginning' } }),
    audit: ['audit_stream.restarted'],
  },
  passOverRefused: {
    isolation: 'object',
    make: async (side) => {
      const { params } = await aStream(side);
      const [row] = await side.world.query<{ entry_id: string }>(
        'update audit_streams set refused_id = gen_random_uuid() where id = $1 returning refused_id as entry_id',
        [params.id],
      );
      return { params, body: { entry_id: row?.entry_id } };
    },
    audit: ['audit_stream.passed_over'],
  },
  listStreamBatches: { isolation: 'object', make: aStream },
  compareProvisioning: { isolation: 'object', make: aConnection },
  readSignOn: { isolation: 'object', make: aTestedSignOn },
  saveSignOn: { isolation: 'object', make: aSignOn, audit: ['sign_on.updated'] },
  switchSignOn: {
    isolation: 'object',
    make: async (side) => ({ ...(await aTestedSignOn(side)), body: { version: 1, is_on: true } }),
    audit: ['sign_on.switched_on'],
  },
  testSignOn: {
    isolation: 'object',
    make: async (side) => ({ ...(await aTestedSignOn(side)), body: {} }),
    audit: { none: 'the browser goes to the provider, and keeps by a cookie what comes back' },
  },
  findSignOn: {
    isolation: 'everyone',
    make: ({ canary }) => ({ body: { email: `ana@${canary}.example` } }),
    audit: { none: 'a read, whose address is not to stand in logs of proxies' },
  },
  readEnforcement: { isolation: 'list', make: ofOrganization },
  switchEnforcement: {
    isolation: 'object',
    make: async (side) => ({
      ...ofOrganization(side),
      body: { version: await aSwitchedEnforcement(side), is_on: false },
    }),
    audit: ['enforcement.switched_off'],
  },
  addBreakGlass: {
    isolation: 'object',
    make: async (side) => ({ ...ofOrganization(side), body: { profile_id: await anAdmin(side) } }),
    audit: ['enforcement.person_added'],
  },
  removeBreakGlass: {
    isolation: 'object',
    make: async (side) => {
      const profile_id = await anAdmin(side);
      await side.world.done('addBreakGlass', { body: { profile_id } }, side.admin);
      return { ...ofOrganization(side), params: { id: profile_id } };
    },
    audit: ['enforcement.person_removed'],
  },
  listDomains: { isolation: 'list', make: ofOrganization },
  createDomain: {
    isolation: 'object',
    make: (side) => ({ ...ofOrganization(side), body: { domain: `${unique()}.example` } }),
    audit: ['domain.created'],
  },
  checkDomain: {
    isolation: 'object',
    make: async (side) => ({ ...(await aDomain(side)), body: {} }),
    audit: { none: 'a look that has proven nothing' },
    besides: [{ table: 'public.organization_domains', why: 'when it was looked for, and what was found' }],
  },
  deleteDomain: { isolation: 'object', make: aDomain, audit: ['domain.deleted'] },
  listDataExports: { isolation: 'list', make: ofOrganization },
  createDataExport: {
    isolation: 'object',
    make: async (side) => {
      await endDataExports(side);
      return { body: { organization_id: side.organization.id } };
    },
    audit: ['data_export.requested'],
  },
  cancelDataExport: { isolation: 'object', make: aDataExport, audit: ['data_export.canceled'] },
  downloadDataExport: {
    isolation: 'object',
    make: async (side) => {
      const sent = await aDataExport(side);
      await runDataExport(side.world.server.platform, sent.params.id);
      return sent;
    },
    audit: ['data_export.downloaded'],
  },

  // The bin.
  listBin: { isolation: 'list', make: ofOrganization },
  purgeUser: { isolation: 'object', make: aDeletedPerson, audit: ['user.purged'] },
  purgeTicket: { isolation: 'object', make: aDeletedTicket, audit: ['ticket.purged'] },
  purgeOrganization: {
    isolation: 'object',
    make: async (side) => {
      const { id, name } = await aDeletedOrganization(side);
      return { params: { id }, body: { confirm_name: name } };
    },
    audit: ['organization.purged'],
  },

  // Figures, search, live events.
  readReport: { isolation: 'list', make: (side) => report(side) },
  exportReport: { isolation: 'list', make: (side) => report(side) },
  listReportEntries: {
    isolation: 'list',
    make: (side) => report(side, { row: side.organization.id, column: 'active' }),
  },
  readFinancialReport: { isolation: 'list', make: () => ({ query: { report: 'mrr' } }) },
  exportFinancialReport: { isolation: 'list', make: () => ({ query: { report: 'mrr' } }) },
  listFinancialReportEntries: {
    isolation: 'list',
    make: () => ({ query: { report: 'mrr', row: 'closing', column: 'amount', currency: 'EUR' } }),
  },
  searchEverything: { isolation: 'list', make: ({ canary }) => ({ query: { q: canary } }) },
  // What the stream carries is shown by features/live/live.routes.test.ts.
  readLive: { isolation: 'list', make: nothing },

  // Settings and notifications.
  readSettings: { isolation: 'object', make: theSettings },
  readStored: { isolation: 'object', make: theSettings },
  updateSystemDefaults: {
    isolation: 'object',
    make: async ({ world }) => ({
      body: {
        version: await systemVersion(world.super_admin, world),
        language: 'es',
        time_zone: 'Europe/Paris',
      },
    }),
    audit: ['settings.updated'],
  },
  updateSecuritySettings: {
    isolation: 'object',
    make: async (side) => ({
      ...theSettings(side),
      body: {
        version: await settingsVersion(side),
        two_factor_required: false,
        session_idle_hours: 1 + Math.floor(Math.random() * 20),
        session_absolute_hours: null,
        allowed_domains: ['example.test'],
      },
    }),
    audit: ['settings.updated'],
  },
  updateMailSettings: {
    isolation: 'object',
    make: async (side) => ({
      ...theSettings(side),
      body: {
        version: await settingsVersion(side),
        sender_name: `${side.canary} ${unique()}`,
        reply_to: null,
      },
    }),
    audit: ['settings.updated'],
  },
  updateNotificationSettings: {
    isolation: 'object',
    make: async (side) => {
      const notifications = [{ event: 'ticket.opened', screen: false, mail: Math.random() < 0.5 }];
      return { ...theSettings(side), body: { version: await settingsVersion(side), notifications } };
    },
    audit: ['settings.updated'],
  },
  sendTestMail: {
    isolation: 'object',
    make: theSettings,
    audit: ['settings.mail_tested'],
  },
  listNotifications: { isolation: 'list', make: nothing },
  countNotifications: { isolation: 'list', make: nothing },
  readNotification: {
    isolation: 'object',
    make: async (side) => {
      await side.world.done('createTicket', { body: ticketOf(side) }, side.user);
      const [news] = await side.world.query(
        'select id from notifications where profile_id = $1 and read_at is null limit 1',
        [side.admin.id],
      );
      return { params: { id: news?.id ?? '' }, cookie: side.admin.cookie };
    },
    audit: { none: 'a mark of one’s own that something was read' },
    besides: [{ table: 'public.notifications', why: 'the mark' }],
  },
  readNotifications: {
    isolation: 'own',
    make: nothing,
    audit: { none: 'a mark of one’s own that something was read' },
    besides: [{ table: 'public.notifications', why: 'the mark' }],
  },
  listNotificationPreferences: { isolation: 'list', make: nothing },
  updateNotificationPreference: {
    isolation: 'own',
    make: async (side) => ({
      ...(await asNewPerson(side)),
      body: { event: 'ticket.resolved', screen: false },
    }),
    audit: ['user.notifications_changed'],
  },
  checkUnsubscription: { isolation: 'secret', make: anUnsubscription },
  unsubscribe: { isolation: 'secret', make: anUnsubscription, audit: ['user.notifications_changed'] },
};
