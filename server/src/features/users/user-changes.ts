import type { User } from '@atalaya/contract/users';
import type { Author } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { withdrawInvitationsOf } from '../invitations/invitation-withdrawal.service.ts';
import type { Standing } from './user-rules.ts';
import type { UserRow } from './users.queries.ts';

/** A stored person as the screens see them. */
export function toUser(row: UserRow): User {
  const { id, first_name, last_name, email, phone, role, is_active, avatar_url, version } = row;
  return {
    id,
    first_name,
    last_name,
    email,
    phone,
    role,
    is_active,
    avatar_url,
    organization:
      row.organization_id === null ? null : { id: row.organization_id, name: row.organization_name ?? '' },
    has_account: row.user_id !== null,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    version,
  };
}

/** Where a person who is not in the bin stands. */
export function standingOf(row: UserRow): Standing {
  const { role, is_active, organization_id } = row;
  return { role, is_active, organization_id, in_bin: false };
}

/** What the audit log keeps of a person. */
export function snapshotOf(row: UserRow) {
  const { first_name, last_name, email, phone, role, is_active, organization_id } = row;
  return { first_name, last_name, email, phone, role, is_active, organization_id };
}

/** What deactivation and deletion take away in the same transaction (product.md, section 4, rule 5). */
export async function endAccess(platform: Platform, db: Db, by: Author, people: UserRow[]): Promise<void> {
  const accounts = people.flatMap((person) => (person.user_id ? [person.user_id] : []));
  if (accounts.length) await platform.accounts.endSessionsOf(db, accounts);
  await withdrawInvitationsOf(
    db,
    by,
    people.map((person) => person.id),
  );
}
