import type { Author } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { withdrawInvitationsOf } from '../../invitations/invitation-withdrawal.service.ts';
import { setActive } from '../users.queries.ts';
import type { UserRow } from '../users.queries.ts';

/** What deactivation and deletion take away in the same transaction (docs/product.md, rule 5 of permissions). */
export async function endAccess(platform: Platform, db: Db, by: Author, people: UserRow[]): Promise<void> {
  const accounts = people.flatMap((person) => (person.user_id ? [person.user_id] : []));
  if (accounts.length) await platform.accounts.endSessionsOf(db, accounts);
  await withdrawInvitationsOf(
    db,
    by,
    people.map((person) => person.id),
  );
}

/** Deactivates people who are locked, and ends their access; the caller audits it. */
export async function deactivatePeople(
  platform: Platform,
  db: Db,
  by: Author,
  people: UserRow[],
): Promise<void> {
  const active = people.filter(({ is_active }) => is_active);
  if (active.length)
    await setActive(
      db,
      active.map(({ id }) => id),
      false,
    );
  await endAccess(platform, db, by, people);
}
