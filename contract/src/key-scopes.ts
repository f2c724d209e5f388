import { ALL_PERMISSIONS } from './permissions.ts';
import type { Permission } from './permissions.ts';

/** Nouns whose permissions are granted under another's name: what belongs together is granted together. */
const GROUPED = {
  avatars: 'users',
  messages: 'tickets',
  cannedReplies: 'tickets',
  subscription: 'billing',
  invoices: 'billing',
  verifactu: 'billing',
  mandates: 'billing',
  debitRuns: 'billing',
  bankStatements: 'billing',
} as const;

/**
 * A key is no person: it neither signs in nor out, changes nothing of whom it belongs to or of how one signs in, and
 * does not take everything away at once.
 */
const NEVER_NOUNS = [
  'profile',
  'sessions',
  'apiKeys',
  'notifications',
  'dataExports',
  'connections',
  'domains',
  'webhooks',
  'assistants',
] as const;
const NEVER = [
  'users.sendReset',
  'users.resetTwoFactor',
  'users.offboard',
  'users.readReceipts',
  'invitations.join',
  'settings.update',
  'settings.updateSystem',
] as const;

const READS = ['list', 'read', 'export', 'use'] as const;

type NounOf<P> = P extends `${infer Noun}.${string}` ? Noun : never;
type Allowed = Exclude<Permission, (typeof NEVER)[number] | `${(typeof NEVER_NOUNS)[number]}.${string}`>;
type Noun = NounOf<Allowed>;
export type KeyResource = Noun extends infer N
  ? N extends keyof typeof GROUPED
    ? (typeof GROUPED)[N]
    : N
  : never;
/** What a key is granted: to read a resource, or to change it. */
export type KeyScope = `${KeyResource}:${'read' | 'write'}`;

/** The scope that a permission belongs to; null where no key may use it, with any scopes. */
export function scopeOfPermission(permission: Permission): KeyScope | null {
  const [noun = '', verb = ''] = permission.split('.');
  if (has(NEVER, permission) || has(NEVER_NOUNS, noun)) return null;
  const resource = (GROUPED as Partial<Record<string, string>>)[noun] ?? noun;
  return `${resource}:${has(READS, verb) ? 'read' : 'write'}` as KeyScope;
}

const has = (list: readonly string[], value: string) => list.includes(value);

/** Every scope with its permissions, in the order of the table of permissions. */
const BY_SCOPE = Map.groupBy(ALL_PERMISSIONS, scopeOfPermission);

export const KEY_SCOPES = [...BY_SCOPE.keys()].filter((scope) => scope !== null);

/** The permissions that scopes grant; one that is not known any more grants nothing. */
export function permissionsOfScopes(scopes: readonly string[]): Set<Permission> {
  return new Set(scopes.flatMap((scope) => BY_SCOPE.get(scope as KeyScope) ?? []));
}
