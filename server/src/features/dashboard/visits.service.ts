import type { Actor } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { countVisit } from './visits.queries.ts';

/** Counts one screen shown to a person of an organization, or of the system; one shown to any other is not counted. */
export async function recordVisit(platform: Platform, actor: Actor): Promise<void> {
  if (actor.role !== 'super_admin' && actor.organization_id === null) return;
  await platform.database.withActor(actor, 'count a screen shown to a super_admin', (db) =>
    countVisit(db, actor.organization_id),
  );
}
