import { recordChanges } from '../../platform/records/audit.ts';
import type { Author } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { revokeInvitationsBy } from './invitations.queries.ts';

/** Withdraws what people who lose their access have sent; part of that transaction. */
export async function withdrawInvitationsOf(db: Db, by: Author, profile_ids: string[]): Promise<void> {
  const withdrawn = await revokeInvitationsBy(db, profile_ids);
  const entries = withdrawn.map(({ id, organization_id, email, invited_by }) => ({
    action: 'invitation.withdrawn',
    object_type: 'invitation',
    object_id: id,
    organization_id,
    before: { email },
    about: invited_by,
  }));
  await recordChanges(db, by, entries);
}
