import { type Permission, mayNow, scopeOf } from '@atalaya/contract/permissions';
import type { Role } from '@atalaya/contract/roles';
import type { SubscriptionStatus } from '@atalaya/contract/subscription-states';
import type { accessEs } from './access.es.ts';

type Line = keyof typeof accessEs.lines;

/** What people ask about, each by the permission that decides it, in the order of how many have it. */
const LINES: readonly (readonly [Line, Permission])[] = [
  ['tickets', 'tickets.create'],
  ['profile', 'profile.update'],
  ['answer', 'tickets.assign'],
  ['people', 'users.update'],
  ['invitations', 'invitations.create'],
  ['company', 'organizations.update'],
  ['settings', 'settings.update'],
  ['billing', 'billing.update'],
  ['reports', 'reports.read'],
  ['audit', 'audit.export'],
  ['data', 'dataExports.use'],
  ['subscription', 'subscription.change'],
  ['invoices', 'invoices.issue'],
  ['companies', 'organizations.create'],
  ['financial', 'financialReports.read'],
];

/** The role that has what one lacks. */
const ABOVE = { user: 'admin', admin: 'super_admin', super_admin: 'super_admin' } as const;

type Who = {
  role: Role;
  organization_id: string | null;
  organization_status: SubscriptionStatus | null;
};

/** What a person may do, and of the rest what the next higher role could do for them: they ask for nothing above it. */
export function accessOf(who: Who): { may: Line[]; mayNot: Line[] } {
  const isNear = (permission: Permission) =>
    scopeOf(who.role, permission) !== null || scopeOf(ABOVE[who.role], permission) !== null;
  const named = (lines: typeof LINES) => lines.map(([line]) => line);
  return {
    may: named(LINES.filter(([, permission]) => mayNow(who, permission))),
    mayNot: named(LINES.filter(([, permission]) => !mayNow(who, permission) && isNear(permission))),
  };
}
