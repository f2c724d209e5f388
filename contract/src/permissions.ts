import type { Role } from './roles.ts';
import type { SubscriptionStatus } from './subscription-states.ts';

/** Whose rows a permission reaches: one's own, one's organization's, or everybody's. */
export type Scope = 'own' | 'organization' | 'all';

/**
 * Who may do what (product.md, section 4). A role that is absent may not. The server enforces this table,
 * the screens ask it, and the authorization tests walk over it.
 */
const PERMISSIONS = {
  'users.list': { admin: 'organization', super_admin: 'all' },
  'users.read': { user: 'own', admin: 'organization', super_admin: 'all' },
  'users.create': { admin: 'organization', super_admin: 'all' },
  'users.update': { admin: 'organization', super_admin: 'all' },
  'users.delete': { admin: 'organization', super_admin: 'all' },
  'users.bulk': { admin: 'organization', super_admin: 'all' },
  'users.export': { admin: 'organization', super_admin: 'all' },
  'users.sendReset': { admin: 'organization', super_admin: 'all' },
  'users.resetTwoFactor': { admin: 'organization', super_admin: 'all' },
  'invitations.list': { admin: 'organization', super_admin: 'all' },
  'invitations.create': { admin: 'organization', super_admin: 'all' },
  'invitations.resend': { admin: 'organization', super_admin: 'all' },
  'invitations.copy': { admin: 'organization', super_admin: 'all' },
  'invitations.cancel': { admin: 'organization', super_admin: 'all' },
  'invitations.join': { user: 'own', admin: 'own', super_admin: 'own' },
  'organizations.list': { super_admin: 'all' },
  // A user knows the name of their own from the session, and reads no more of it.
  'organizations.read': { admin: 'organization', super_admin: 'all' },
  'organizations.create': { super_admin: 'all' },
  'organizations.update': { admin: 'organization', super_admin: 'all' },
  'organizations.delete': { super_admin: 'all' },
  'organizations.export': { super_admin: 'all' },
  // Writable in a canceled or inactive organization too.
  'billing.update': { admin: 'organization', super_admin: 'all' },
  'avatars.remove': { admin: 'organization', super_admin: 'all' },
  'sessions.list': { admin: 'organization', super_admin: 'all' },
  'sessions.end': { admin: 'organization', super_admin: 'all' },
  'apiKeys.list': { admin: 'organization', super_admin: 'all' },
  'apiKeys.revoke': { admin: 'organization', super_admin: 'all' },
  // A user's own tickets are those they wrote. Writable in a canceled or inactive organization too.
  'tickets.list': { user: 'own', admin: 'organization', super_admin: 'all' },
  'tickets.read': { user: 'own', admin: 'organization', super_admin: 'all' },
  'tickets.create': { user: 'own', admin: 'organization', super_admin: 'all' },
  'tickets.update': { admin: 'organization', super_admin: 'all' },
  'tickets.assign': { admin: 'organization', super_admin: 'all' },
  'tickets.resolve': { admin: 'organization', super_admin: 'all' },
  'tickets.close': { user: 'own', admin: 'organization', super_admin: 'all' },
  'tickets.reopen': { user: 'own', admin: 'organization', super_admin: 'all' },
  'tickets.bulk': { admin: 'organization', super_admin: 'all' },
  'tickets.export': { admin: 'organization', super_admin: 'all' },
  'tickets.delete': { super_admin: 'all' },
  'messages.create': { user: 'own', admin: 'organization', super_admin: 'all' },
  'messages.internal': { super_admin: 'all' },
  'cannedReplies.manage': { super_admin: 'all' },
  'plans.list': { admin: 'all', super_admin: 'all' },
  'plans.read': { admin: 'all', super_admin: 'all' },
  'plans.create': { super_admin: 'all' },
  'plans.update': { super_admin: 'all' },
  'plans.archive': { super_admin: 'all' },
  // A user's own is what they did with their sessions: their sign-ins.
  'audit.list': { user: 'own', admin: 'organization', super_admin: 'all' },
  'audit.export': { admin: 'organization', super_admin: 'all' },
  // What one's permissions let one change, they let one change back.
  'changes.undo': { admin: 'organization', super_admin: 'all' },
  // One's own imports and exports; of each noun what its own permissions say.
  'transfers.use': { admin: 'own', super_admin: 'own' },
  // Readable in a canceled or inactive organization too, whose people pay what they owe.
  'subscription.read': { admin: 'organization', super_admin: 'all' },
  'subscription.change': { super_admin: 'all' },
  'invoices.list': { admin: 'organization', super_admin: 'all' },
  'invoices.read': { admin: 'organization', super_admin: 'all' },
  'invoices.export': { admin: 'organization', super_admin: 'all' },
  'invoices.issue': { super_admin: 'all' },
  'invoices.pay': { super_admin: 'all' },
  'invoices.void': { super_admin: 'all' },
  // Of one's organization; the system's, which hold for all, are a super_admin's.
  'settings.read': { admin: 'organization', super_admin: 'all' },
  'settings.update': { admin: 'organization', super_admin: 'all' },
  'settings.updateSystem': { super_admin: 'all' },
  // Everything about an organization as a file. Of a canceled or inactive one too.
  'dataExports.use': { admin: 'organization', super_admin: 'all' },
  'bin.list': { admin: 'organization', super_admin: 'all' },
  'bin.purge': { super_admin: 'all' },
  'dashboard.read': { user: 'own', admin: 'organization', super_admin: 'all' },
  'reports.read': { admin: 'organization', super_admin: 'all' },
  'reports.export': { admin: 'organization', super_admin: 'all' },
  'financialReports.read': { super_admin: 'all' },
  'financialReports.export': { super_admin: 'all' },
  // Of each noun what its own list permission says.
  'search.use': { user: 'own', admin: 'organization', super_admin: 'all' },
  // Readable and writable in a canceled or inactive organization too, and without any.
  'notifications.list': { user: 'own', admin: 'own', super_admin: 'own' },
  'notifications.update': { user: 'own', admin: 'own', super_admin: 'own' },
  'profile.read': { user: 'own', admin: 'own', super_admin: 'own' },
  'profile.update': { user: 'own', admin: 'own', super_admin: 'own' },
} as const satisfies Record<string, Partial<Record<Role, Scope>>>;

export type Permission = keyof typeof PERMISSIONS;
export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[];

/** What a signed-in person without organization (and not super_admin) may still do. */
const WITHOUT_ORGANIZATION: ReadonlySet<Permission> = new Set<Permission>([
  'profile.read',
  'profile.update',
  'notifications.list',
  'notifications.update',
  'invitations.join',
]);

/** The reach of a permission for a role, or null where that role may not. */
export function scopeOf(role: Role, permission: Permission): Scope | null {
  const scopes: Partial<Record<Role, Scope>> = PERMISSIONS[permission];
  return scopes[role] ?? null;
}

/** `permissions`: what an API key was granted, which is all that it may; null or absent: nothing holds them back. */
type Who = { role: Role; organization_id: string | null; permissions?: ReadonlySet<Permission> | null };

/** Whether somebody with this role, in an organization or in none, may use a permission at all. */
export function may(who: Who, permission: Permission): boolean {
  if (who.permissions && !who.permissions.has(permission)) return false;
  if (who.role !== 'super_admin' && who.organization_id === null && !WITHOUT_ORGANIZATION.has(permission))
    return false;
  return scopeOf(who.role, permission) !== null;
}

/**
 * What people of a canceled or inactive organization still change (product.md, section 4, rule 9), what is theirs alone,
 * and the way out with everything. Whoever undoes or imports is asked once more, by the noun.
 */
const ALWAYS_WRITABLE =
  /^(profile|sessions|apiKeys|tickets|messages|billing|invoices|subscription|notifications|dataExports|transfers)\.|^(invitations\.join|changes\.undo)$/;
/** Permissions that change nothing. */
const READING = /\.(list|read|export)$|^search\.use$/;

export type Standing = { role: Role; organization_status: SubscriptionStatus | null };

/** Whether somebody's organization is canceled or inactive: its people read. A super_admin is not held back by it. */
export const isReadOnly = ({ role, organization_status: status }: Standing) =>
  role !== 'super_admin' && (status === 'canceled' || status === 'inactive');

/** Whether the state of somebody's organization keeps them from changing anything with a permission. */
export const isHeldBack = (who: Standing, permission: Permission) =>
  isReadOnly(who) && !ALWAYS_WRITABLE.test(permission);

/** Whether somebody may use a permission as their organization stands: what the screens offer. */
export const mayNow = (who: Who & Standing, permission: Permission) =>
  may(who, permission) && (READING.test(permission) || !isHeldBack(who, permission));
