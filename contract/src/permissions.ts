import type { Role } from './roles.ts';
import { type SubscriptionStatus, hasEnded } from './subscription-states.ts';

/** Whose rows a permission reaches: one's own, one's organization's, or those of all. */
export type Scope = 'own' | 'organization' | 'all';

type Rule = Partial<Record<Role, Scope>> & {
  /**
   * What is left of it to people of a canceled or inactive organization: its reading routes, or all of them, since they
   * still write to support, pay what they owe, look after their own account, and leave with their data. Absent: nothing.
   * Undo and imports ask once more for the permission of what they change.
   */
  whenReadOnly?: 'read' | 'write';
  /** Also for a signed-in person who belongs to no organization. */
  withoutOrganization?: true;
};

const OWN = { user: 'own', admin: 'own', super_admin: 'own' } as const;

/**
 * Who may do what. A role that is absent may not. The server enforces this table, the screens ask it, and the
 * authorization tests walk over it.
 */
const PERMISSIONS = {
  'users.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'users.read': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'users.create': { admin: 'organization', super_admin: 'all' },
  'users.update': { admin: 'organization', super_admin: 'all' },
  'users.delete': { admin: 'organization', super_admin: 'all' },
  'users.bulk': { admin: 'organization', super_admin: 'all' },
  // What people hold, and ending it; the receipts of that are read also where that is not done any more.
  'users.offboard': { admin: 'organization', super_admin: 'all' },
  'users.readReceipts': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'users.export': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'users.sendReset': { admin: 'organization', super_admin: 'all' },
  'users.resetTwoFactor': { admin: 'organization', super_admin: 'all' },
  'invitations.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'invitations.create': { admin: 'organization', super_admin: 'all' },
  'invitations.resend': { admin: 'organization', super_admin: 'all' },
  'invitations.copy': { admin: 'organization', super_admin: 'all' },
  'invitations.cancel': { admin: 'organization', super_admin: 'all' },
  'invitations.join': { ...OWN, whenReadOnly: 'write', withoutOrganization: true },
  'organizations.list': { super_admin: 'all' },
  // A user knows of their own what /app tells: its name, its plan and who administers it. They read no more of it.
  'organizations.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'organizations.create': { super_admin: 'all' },
  'organizations.update': { admin: 'organization', super_admin: 'all' },
  'organizations.delete': { super_admin: 'all' },
  'organizations.export': { super_admin: 'all' },
  'billing.update': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'avatars.remove': { admin: 'organization', super_admin: 'all' },
  'sessions.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'sessions.end': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'apiKeys.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'apiKeys.revoke': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  // A user's own tickets are those they wrote.
  'tickets.list': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.read': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.create': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.update': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.assign': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.resolve': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.close': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.reopen': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.bulk': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.export': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'tickets.delete': { super_admin: 'all' },
  'messages.create': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'messages.internal': { super_admin: 'all' },
  'cannedReplies.manage': { super_admin: 'all' },
  'plans.list': { admin: 'all', super_admin: 'all', whenReadOnly: 'read' },
  'plans.read': { admin: 'all', super_admin: 'all', whenReadOnly: 'read' },
  'plans.create': { super_admin: 'all' },
  'plans.update': { super_admin: 'all' },
  'plans.archive': { super_admin: 'all' },
  // A user's own is what they did with their sessions: their sign-ins.
  'audit.list': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'audit.export': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  // What one's permissions let one change, they let one change back.
  'changes.undo': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  // One's own imports and exports; of each noun what its own permissions say.
  'transfers.use': { admin: 'own', super_admin: 'own', whenReadOnly: 'write' },
  'subscription.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'subscription.change': { super_admin: 'all' },
  'invoices.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'invoices.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'invoices.export': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'invoices.issue': { super_admin: 'all' },
  'invoices.pay': { super_admin: 'all' },
  'invoices.rectify': { super_admin: 'all' },
  // What becomes of an invoice that was delivered: accepted or rejected by its customer.
  'invoices.receive': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'verifactu.read': { super_admin: 'all' },
  'verifactu.update': { super_admin: 'all' },
  'mandates.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'mandates.update': { super_admin: 'all' },
  'debitRuns.read': { super_admin: 'all' },
  'debitRuns.update': { super_admin: 'all' },
  'bankStatements.read': { super_admin: 'all' },
  'bankStatements.update': { super_admin: 'all' },
  // Of one's organization; the system's, which hold for all, are a super_admin's.
  'settings.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'settings.update': { admin: 'organization', super_admin: 'all' },
  'settings.updateSystem': { super_admin: 'all' },
  // What ties an organization to its identity providers.
  'connections.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'connections.update': { admin: 'organization', super_admin: 'all' },
  // Whether its people must sign in through them: no state of the subscription locks a person out.
  'connections.enforce': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  // The addresses that are told what happens.
  'webhooks.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'webhooks.update': { admin: 'organization', super_admin: 'all' },
  // Whether its people may let assistants act for them.
  'assistants.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'assistants.update': { admin: 'organization', super_admin: 'all' },
  // The domains that it has proven to be its own.
  'domains.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'domains.update': { admin: 'organization', super_admin: 'all' },
  // Everything about an organization as a file.
  'dataExports.use': { admin: 'organization', super_admin: 'all', whenReadOnly: 'write' },
  'bin.list': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'bin.purge': { super_admin: 'all' },
  'dashboard.read': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'reports.read': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'reports.export': { admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'financialReports.read': { super_admin: 'all' },
  'financialReports.export': { super_admin: 'all' },
  // Of each noun what its own list permission says.
  'search.use': { user: 'own', admin: 'organization', super_admin: 'all', whenReadOnly: 'read' },
  'notifications.list': { ...OWN, whenReadOnly: 'write', withoutOrganization: true },
  'notifications.update': { ...OWN, whenReadOnly: 'write', withoutOrganization: true },
  'profile.read': { ...OWN, whenReadOnly: 'write', withoutOrganization: true },
  'profile.update': { ...OWN, whenReadOnly: 'write', withoutOrganization: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

const ruleOf = (permission: Permission): Rule => PERMISSIONS[permission];

/** The reach of a permission for a role, or null where that role may not. */
export function scopeOf(role: Role, permission: Permission): Scope | null {
  return ruleOf(permission)[role] ?? null;
}

/** `permissions`: what an API key was granted, which is all that it may; null or absent: nothing holds them back. */
type Who = { role: Role; organization_id: string | null; permissions?: ReadonlySet<Permission> | null };

/** Whether a person with this role, in an organization or in none, may use a permission at all. */
export function may(who: Who, permission: Permission): boolean {
  if (who.permissions && !who.permissions.has(permission)) return false;
  if (who.role !== 'super_admin' && who.organization_id === null && !ruleOf(permission).withoutOrganization)
    return false;
  return scopeOf(who.role, permission) !== null;
}

export type Standing = { role: Role; organization_status: SubscriptionStatus | null };

/** Whether the subscription of a person's organization is over: its people read. A super_admin is not held back by it. */
export const isReadOnly = ({ role, organization_status: status }: Standing) =>
  role !== 'super_admin' && status !== null && hasEnded(status);

/** Whether the state of a person's organization keeps them from changing anything with a permission. */
export const isHeldBack = (who: Standing, permission: Permission) =>
  isReadOnly(who) && ruleOf(permission).whenReadOnly !== 'write';

/** Whether a person may use a permission in the present state of their organization: what the screens offer. */
export const mayNow = (who: Who & Standing, permission: Permission) =>
  may(who, permission) && (!isReadOnly(who) || ruleOf(permission).whenReadOnly !== undefined);
