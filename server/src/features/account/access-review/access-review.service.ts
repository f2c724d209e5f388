import type { accessReviewRoutes } from '@atalaya/contract/access-review';
import type { z } from 'zod';
import type { Actor, By } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { parseUserAgent } from '../../../platform/request/user-agent.ts';
import { deleteReview, findReview, listMadeWays } from './access-review.queries.ts';

/**
 * After a reset of the password by mail: the ways in that an intruder may have made for themselves while they were in the
 * account. What a reset cannot tell from the owner's own is theirs to drop.
 */
export function readAccessReview(
  platform: Platform,
  actor: Actor,
): Promise<z.input<typeof accessReviewRoutes.readAccessReview.response>> {
  return platform.database.withSystem('the own ways in that were made lately', async (db) => {
    const reset_at = await findReview(db, actor.user_id);
    if (!reset_at) return { reset_at: null, ways: [] };
    const rows = await listMadeWays(db, actor, reset_at);
    return {
      reset_at: reset_at.toISOString(),
      ways: rows.map(({ kind, id, name, made_at, is_known, ip_address, user_agent }) => ({
        kind,
        id,
        name,
        made_at: made_at.toISOString(),
        made_with: is_known ? { ...parseUserAgent(user_agent), ip_address } : null,
      })),
    };
  });
}

/** One has looked through them. */
export function finishAccessReview(platform: Platform, by: By): Promise<void> {
  const { user_id: object_id, organization_id } = by.actor;
  return platform.database.withSystem('the own ways in were looked through', async (db) => {
    if (!(await deleteReview(db, object_id))) return;
    const change = { action: 'account.access_reviewed', object_type: 'account', object_id, organization_id };
    await recordChange(db, by, change);
  });
}
