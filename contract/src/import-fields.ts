import { USER_TEXTS } from './choices.ts';
import type { Role } from './roles.ts';

/** What a column of a file can be, of each noun that can be imported. */
export const IMPORT_FIELDS = {
  users: ['first_name', 'last_name', 'email', 'role', ...USER_TEXTS, 'active', 'organization'],
  organizations: ['name', 'domain', 'plan', 'max_users', 'country', 'tax_id', 'billing_email'],
  tickets: ['title', 'description', 'priority', 'organization'],
} as const;
export type ImportResource = keyof typeof IMPORT_FIELDS;
export type ImportField = (typeof IMPORT_FIELDS)[ImportResource][number];
export const ALL_IMPORT_FIELDS: ImportField[] = [...new Set(Object.values(IMPORT_FIELDS).flat())];

const REQUIRED: Record<ImportResource, readonly ImportField[]> = {
  users: ['first_name', 'last_name', 'email'],
  organizations: ['name'],
  tickets: ['title', 'description'],
};

/** The fields that a person may import: a super_admin also says for which organization, the others import for their own. */
export function importFields(resource: ImportResource, role: Role): ImportField[] {
  const all: readonly ImportField[] = IMPORT_FIELDS[resource];
  return all.filter((field) => field !== 'organization' || role === 'super_admin');
}

/** Those without which no row can be brought in. People without organization can be: super_admins. */
export function requiredImportFields(resource: ImportResource, role: Role): ImportField[] {
  const asksForWhom = resource === 'tickets' && role === 'super_admin';
  return [...REQUIRED[resource], ...(asksForWhom ? (['organization'] as const) : [])];
}
