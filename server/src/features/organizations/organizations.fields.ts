import { SET_BY_FORM, undoableOf } from '../../platform/records/fields.ts';
import type { Fields } from '../../platform/records/fields.ts';

const NEVER = { left: 'never changed' };
const EVERY_CHANGE = { left: 'every change has its own' };
const FORM = { left: 'a form of one organization alone changes it' };
const BILLING = { left: 'a step of billing, which has invoices and events behind it' };

/** What is done with each column of an organization. Deleting is what undo takes back. */
export const ORGANIZATION_FIELDS = {
  id: { undo: NEVER, listed: true, exported: true },
  name: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'name', imported: true },
  slug: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'slug' },
  domain: { undo: FORM, ...SET_BY_FORM, searched: true, in_file: 'domain', imported: true },
  plan_type: { undo: BILLING, ...SET_BY_FORM, in_file: 'plan', imported: true },
  subscription_status: {
    undo: BILLING,
    listed: true,
    form: true,
    audited: true,
    exported: true,
    in_file: 'status',
  },
  max_users: { undo: BILLING, ...SET_BY_FORM, in_file: 'max_users', imported: true },
  country: { undo: FORM, ...SET_BY_FORM, in_file: 'country', imported: true },
  tax_id: { undo: FORM, ...SET_BY_FORM, in_file: 'tax_id', imported: true },
  billing_email: { undo: FORM, ...SET_BY_FORM, in_file: 'billing_email', imported: true },
  address: { undo: FORM, ...SET_BY_FORM },
  post_code: { undo: FORM, ...SET_BY_FORM },
  town: { undo: FORM, ...SET_BY_FORM },
  province: { undo: FORM, ...SET_BY_FORM },
  accounting_office: { undo: FORM, ...SET_BY_FORM },
  managing_body: { undo: FORM, ...SET_BY_FORM },
  processing_unit: { undo: FORM, ...SET_BY_FORM },
  language: { undo: FORM, ...SET_BY_FORM },
  time_zone: { undo: FORM, ...SET_BY_FORM },
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
