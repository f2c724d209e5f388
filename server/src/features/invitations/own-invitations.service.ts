import type { AppHome } from '@atalaya/contract/app-home';
import type { Actor } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { isProvenPerson } from '../../platform/accounts/accounts.queries.ts';
import { invitationToken } from './invitation-token.ts';
import { listOpenFor } from './invitations.queries.ts';

/**
 * The invitations that a person without an organization can accept. Only an address that is proven to be theirs is
 * looked up: else a person who registers another's address would come in by their invitations.
 */
export async function listOwnInvitations(platform: Platform, actor: Actor): Promise<AppHome['invitations']> {
  if (actor.organization_id !== null || actor.role === 'super_admin') return [];
  return platform.database.withSystem('list the invitations that wait for a person', async (db) => {
    if (!(await isProvenPerson(db, actor.profile_id))) return [];
    const rows = await listOpenFor(db, actor.email);
    return rows.map((row) => ({
      id: row.id,
      organization_name: row.organization_name,
      expires_at: row.expires_at.toISOString(),
      token: invitationToken(platform.config.authSecret, row.id, row.generation, 'copy'),
    }));
  });
}
