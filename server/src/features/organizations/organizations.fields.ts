import type { Undoable } from '../../platform/undo.ts';

const FORM = 'a form of one organization alone changes it';
const BILLING = 'a step of billing, which has invoices and events behind it';

/** What deleting an organization touches, and undo puts back. */
export const UNDOABLE_ORGANIZATIONS: Undoable = {
  resource: 'organizations',
  table: 'organizations',
  kept: ['deleted_at'],
  left: {
    name: FORM,
    slug: FORM,
    domain: FORM,
    country: FORM,
    tax_id: FORM,
    billing_email: FORM,
    language: FORM,
    time_zone: FORM,
    plan_type: BILLING,
    plan_version_id: BILLING,
    subscription_status: BILLING,
    max_users: BILLING,
  },
};
