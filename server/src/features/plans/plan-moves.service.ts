import type { Author } from '../../platform/records/audit.ts';
import { recordChange, recordChanges, THE_SERVER } from '../../platform/records/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { lockOrganizations } from '../seats/seats.rules.ts';
import { lockDueMove, saveMove } from './plan-moves.queries.ts';
import type { DueMove } from './plan-moves.queries.ts';
import {
  compareBehind,
  listNextBehind,
  moveToVersion,
  stopWaitingUpwards,
} from './plan-subscribers.queries.ts';
import type { SubscriberRow } from './plan-subscribers.queries.ts';
import { lockPlans } from './plans.queries.ts';

/** Organizations per transaction, which keeps them locked until it ends. */
const BATCH = 500;

/**
 * Carries out every move that is due, also those that other people decided. Stopped halfway it goes on where it was;
 * run twice it moves no organization twice. An organization that uses more seats than the version has keeps the one
 * that it is on.
 * @returns how many organizations were moved
 */
export async function carryOutMoves(platform: Platform, by: Author = THE_SERVER): Promise<number> {
  let moved = 0;
  for (;;) {
    const step = await platform.database.withSystem('move the subscribers of plans', (db) =>
      takeStep(db, by),
    );
    if (!step) return moved;
    moved += step.moved;
  }
}

/** Moves the next subscribers of the move that is due first; null where none is due. */
async function takeStep(db: SystemDb, by: Author): Promise<{ moved: number } | null> {
  await lockPlans(db);
  const move = await lockDueMove(db);
  if (!move) return null;
  const { version_id, after_organization_id: after } = move;
  const ids = await listNextBehind(db, move, BATCH);
  await lockOrganizations(db, ids);
  // Others may have left the plan before the lock.
  const rows = await compareBehind(db, ids, move);
  const movable = rows.filter((row) => !row.is_over_limit);
  await moveToVersion(db, version_id, movable);
  await recordMoved(db, by, movable, move);
  await endUpwards(db, by, movable);
  const progress = {
    id: move.id,
    after_organization_id: ids.at(-1) ?? after,
    moved: move.moved + movable.length,
    kept: move.kept + rows.length - movable.length,
  };
  const isDone = ids.length < BATCH;
  await saveMove(db, progress, isDone);
  if (isDone)
    await recordChange(db, by, {
      action: 'plan.subscribers_moved',
      object_type: 'plan',
      object_id: move.plan_id,
      organization_id: null,
      after: { version_number: move.version_number, moved: progress.moved, kept: progress.kept },
    });
  return { moved: movable.length };
}

function recordMoved(db: SystemDb, by: Author, rows: SubscriberRow[], move: DueMove): Promise<void> {
  return recordChanges(
    db,
    by,
    rows.map((row) => ({
      action: 'organization.plan_version_changed',
      object_type: 'organization',
      object_id: row.id,
      organization_id: row.id,
      before: {
        plan_type: move.plan_key,
        version_number: row.version_number,
        price_cents: row.price_before_cents,
        max_users: row.max_users_before,
      },
      after: {
        plan_type: move.plan_key,
        version_number: move.version_number,
        price_cents: move.price_cents,
        max_users: row.max_users_after,
      },
    })),
  );
}

/** Cancels the scheduled downgrade of moved organizations where it has become an upgrade from their new plan. */
export async function endUpwards(db: SystemDb, by: Author, moved: { id: string }[]): Promise<void> {
  const ended = await stopWaitingUpwards(
    db,
    moved.map(({ id }) => id),
  );
  await recordChanges(
    db,
    by,
    ended.map(({ organization_id, plan_type }) => ({
      action: 'subscription.downgrade_canceled',
      object_type: 'subscription',
      object_id: organization_id,
      organization_id,
      before: { plan_type },
    })),
  );
}
