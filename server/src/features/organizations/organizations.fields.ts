import { undoableOf } from '../../platform/records/fields.ts';
import type { Fields } from '../../platform/records/fields.ts';

const NEVER = { left: 'never changed' };
const EVERY_CHANGE = { left: 'every change has its own' };
const FORM = { left: 'a form of one organization alone changes it' };
const BILLING = { left: 'a step of billing, which has invoices and events behind it' };

/** What is done with each column of an organization. Deleting is what undo takes back. */
export const ORGANIZATION_FIELDS = {
  id: { undo: NEVER, listed: true, exported: true },
  name: { undo: FORM, listed: true, audited: true, exported: true, in_file: 'name' },
  slug: { undo: FORM, listed: true, audited: true, exported: true, in_file: 'slug' },
  domain: { undo: FORM, listed: true, audited: true, exported: true, in_file: 'domain' },
  plan_type: { undo: BILLING, listed: true, audited: true, exported: true, in_file: 'plan' },
  subscription_status: { undo: BILLING, listed: true, audited: true, exported: true, in_file: 'status' },
  max_users: { undo: BILLING, listed: true, audited: true, exported: true, in_file: 'max_users' },
  country: { undo: FORM, listed: true, audited: true, exported: true, in_file: 'country' },
  tax_id: { undo: FORM, listed: true, audited: true, exported: true, in_file: 'tax_id' },
  billing_email: { undo: FORM, listed: true, audited: true, exported: true, in_file: 'billing_email' },
  language: { undo: FORM, listed: true, audited: true, exported: true },
  time_zone: { undo: FORM, listed: true, audited: true, exported: true },
  created_at: { undo: NEVER, listed: true, exported: true, in_file: 'created_at' },
  updated_at: { undo: EVERY_CHANGE, listed: true, exported: true },
  deleted_at: { undo: 'kept', listed: true },
  version: { undo: EVERY_CHANGE, listed: true },
  plan_version_id: { undo: BILLING },
  search: { undo: { left: 'follows from the others' } },
} as const satisfies Fields<'organizations'>;

export const UNDOABLE_ORGANIZATIONS = undoableOf(
  { resource: 'organizations', table: 'organizations' },
  ORGANIZATION_FIELDS,
);
