import type { User } from '@atalaya/contract/users';
import type { Change } from '../../platform/records/audit.ts';
import { fieldsWith, pick } from '../../platform/records/fields.ts';
import { USER_FIELDS } from './users.fields.ts';
import type { NewUser, UserRow } from './users.queries.ts';

/** A stored person as the screens see them. */
export function toUser(row: UserRow): User {
  const { user_id, organization_id, organization_name, last_login_at, created_at, ...shown } = row;
  return {
    ...shown,
    organization: organization_id === null ? null : { id: organization_id, name: organization_name ?? '' },
    has_account: user_id !== null,
    last_login_at: last_login_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

const AUDITED = fieldsWith(USER_FIELDS, 'audited');

/** What the audit log keeps of a person. */
export function snapshotOf(row: NewUser) {
  return pick(row, AUDITED);
}

/**
 * What the audit logs keep of a change of a person: one entry where they stay in their organization. Where they leave
 * it, one in its log and one in that of where they go (the system's where that is no organization). The entry of an
 * organization names no other.
 */
export function changesOf<Kept extends { organization_id: string | null }>(
  about: { action: string; object_id: string },
  before: Kept,
  after: Kept,
): Change[] {
  return [...new Set([before.organization_id, after.organization_id])].map((organization_id) => {
    const shown = (kept: Kept) =>
      organization_id === null || kept.organization_id === organization_id
        ? kept
        : { ...kept, organization_id: null };
    return { ...about, object_type: 'user', organization_id, before: shown(before), after: shown(after) };
  });
}
