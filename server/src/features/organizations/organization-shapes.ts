import type { Organization } from '@atalaya/contract/organizations';
import { fieldsWith, pick } from '../../platform/records/fields.ts';
import { ORGANIZATION_FIELDS } from './organizations.fields.ts';
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

const AUDITED = fieldsWith(ORGANIZATION_FIELDS, 'audited');

/** What the audit log keeps of an organization. */
export function snapshotOf(row: OrganizationRow) {
  return pick(row, AUDITED);
}
