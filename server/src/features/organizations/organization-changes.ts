import type { Organization } from '@atalaya/contract/organizations';
import type { OrganizationRow } from './organizations.queries.ts';

/** A stored organization as the screens see it. */
export function toOrganization(row: OrganizationRow): Organization {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  };
}

/** What the audit log keeps of an organization. */
export function snapshotOf(row: OrganizationRow) {
  const { name, slug, domain, plan_type, subscription_status, max_users } = row;
  const { country, tax_id, billing_email, language, time_zone } = row;
  const own = { name, slug, domain, plan_type, subscription_status, max_users };
  return { ...own, country, tax_id, billing_email, language, time_zone };
}
