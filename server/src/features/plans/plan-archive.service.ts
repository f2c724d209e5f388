import { DEFAULT_PLAN } from '@atalaya/contract/limits';
import type { Plan, planRoutes } from '@atalaya/contract/plans';
import type { z } from 'zod';
import type { By } from '../../platform/core/actor.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { lockOrganizations } from '../seats/seats.rules.ts';
import { snapshotOf, toPlan } from './plan-shapes.ts';
import { cancelMove } from './plan-moves.queries.ts';
import { endUpwards } from './plan-moves.service.ts';
import { listMovedAway, waitAsBefore } from './plan-returns.queries.ts';
import type { MovedAwayRow } from './plan-returns.queries.ts';
import {
  compareOrganizations,
  listSubscriberIds,
  listWaitingIds,
  moveToPlan,
  moveToVersion,
  redirectWaiting,
} from './plan-subscribers.queries.ts';
import { closePlans, lockPlans, setArchived } from './plans.queries.ts';
import type { WatchedPlanRow } from './plans.queries.ts';
import { getDestination, getPlan, lockPlan, recordPlan, requireFreeName } from './plans.service.ts';

type Body = z.output<typeof planRoutes.archivePlan.body>;

/**
 * Takes a plan off the offer; its subscribers go to another one in the same transaction. A downgrade to it that is
 * scheduled goes to that one too, or is canceled. The organizations are locked before the plans, as every change of an
 * organization's plan does.
 * @throws object.not_found, object.stale, plan.default_plan, plan.destination_required, plan.over_limit
 */
export async function archivePlan(platform: Platform, by: By, id: string, body: Body): Promise<void> {
  await platform.database.withSystem('archive a plan', async (db) => {
    await lockPlans(db);
    const { key } = await getPlan(db, id);
    const ids = await listSubscriberIds(db, key);
    await lockOrganizations(db, [...ids, ...(await listWaitingIds(db, id))]);
    await closePlans(db, [id, ...(body.move_to ? [body.move_to] : [])]);
    const plan = await lockPlan(db, id, { where: 'listed', version: body.version });
    if (plan.key === DEFAULT_PLAN) throw new AppError('plan.default_plan');
    const destination = await destinationOf(db, plan, body.move_to);
    await recordPlan(db, by, 'plan.archived', id, {
      before: snapshotOf(plan),
      after: destination ? { moved_to: destination.key, moved: ids.length } : {},
    });
    if (destination) await moveAway(db, by, plan, ids, destination);
    await redirect(db, by, plan, body.move_to ?? null);
    await cancelMove(db, id);
    await setArchived(db, id, true);
  });
}

/** Where the subscribers of a plan go; null: it has none. */
async function destinationOf(db: SystemDb, plan: WatchedPlanRow, move_to: string | undefined) {
  const subscribers = plan.subscribers ?? 0;
  if (subscribers === 0) return null;
  if (!move_to) throw new AppError('plan.destination_required', { params: { subscribers } });
  return getDestination(db, plan, move_to, 'body.move_to');
}

/** Every subscriber goes to another plan, or none does. */
async function moveAway(
  db: SystemDb,
  by: By,
  plan: WatchedPlanRow,
  locked: string[],
  destination: WatchedPlanRow,
): Promise<void> {
  const ids = await listSubscriberIds(db, plan.key);
  // Another organization took the plan just before it was closed: it is not locked.
  if (ids.some((id) => !locked.includes(id))) throw new AppError('object.stale', { current: toPlan(plan) });
  const rows = await compareOrganizations(db, ids, destination);
  const over = rows.filter((row) => row.is_over_limit).length;
  if (over > 0) throw new AppError('plan.over_limit', { params: { organizations: over } });
  await moveToPlan(db, destination.key, rows);
  const changes = rows.map((row) => ({
    action: 'organization.plan_changed',
    object_type: 'organization',
    object_id: row.id,
    organization_id: row.id,
    before: {
      plan_type: plan.key,
      version_number: row.version_number,
      price_cents: row.price_before_cents,
      max_users: row.max_users_before,
    },
    after: {
      plan_type: destination.key,
      price_cents: destination.price_cents,
      max_users: row.max_users_after,
    },
  }));
  await recordChanges(db, by, changes);
  await endUpwards(db, by, rows);
}

/** At the end of their period they could not go to what is no longer offered, and would go on paying for more. */
async function redirect(db: SystemDb, by: By, plan: WatchedPlanRow, move_to: string | null): Promise<void> {
  const waiting = await redirectWaiting(db, plan.id, move_to);
  const changes = waiting.map(({ organization_id, plan_type }) => ({
    action: plan_type === null ? 'subscription.downgrade_canceled' : 'subscription.downgrade_scheduled',
    object_type: 'subscription',
    object_id: organization_id,
    organization_id,
    before: { plan_type: plan.key },
    ...(plan_type === null ? {} : { after: { plan_type } }),
  }));
  await recordChanges(db, by, changes);
}

/**
 * Offers an archived plan again, as it was; with its subscribers, those that were moved away and have not changed since
 * come back to the version and the seats that they had, unless they use more of them by now.
 * @throws object.not_found, plan.name_taken
 */
export async function restorePlan(
  platform: Platform,
  by: By,
  id: string,
  { with_subscribers }: z.output<typeof planRoutes.restorePlan.body>,
): Promise<Plan & { returned: number; stayed: number }> {
  return platform.database.withSystem('restore a plan', async (db) => {
    await lockPlans(db);
    const { key } = await getPlan(db, id);
    const moved = with_subscribers ? await listMovedAway(db, id, key) : [];
    await lockOrganizations(
      db,
      moved.map((row) => row.id),
    );
    const plan = await lockPlan(db, id, { where: 'archived' });
    await requireFreeName(db, plan.name, id);
    await setArchived(db, id, false);
    const returning = await listReturning(db, plan, moved);
    const returned = returning.length;
    const stayed = moved.length - returned;
    await recordPlan(db, by, 'plan.restored', id, {
      after: with_subscribers ? { ...snapshotOf(plan), returned, stayed } : snapshotOf(plan),
    });
    await bringBack(db, by, plan, returning);
    if (with_subscribers) await waitAgain(db, by, id);
    return { ...toPlan(await getPlan(db, id)), returned, stayed };
  });
}

/** Of the subscribers that were moved away, and are locked, those that can come back. */
async function listReturning(db: SystemDb, plan: WatchedPlanRow, moved: MovedAwayRow[]) {
  // What an organization is on, and its seats, may have changed before it was locked.
  const now = new Map((await listMovedAway(db, plan.id, plan.key)).map((row) => [row.id, row]));
  return moved.flatMap(({ id }) => now.get(id) ?? []).filter((row) => row.can_return);
}

/** Puts subscribers back on a plan that is on offer again. */
async function bringBack(db: SystemDb, by: By, plan: WatchedPlanRow, rows: MovedAwayRow[]): Promise<void> {
  const seats = rows.map((row) => ({ id: row.id, max_users_after: row.max_users }));
  await moveToPlan(db, plan.key, seats);
  for (const version_id of new Set(rows.map((row) => row.version_id)))
    await moveToVersion(
      db,
      version_id,
      seats.filter((_, at) => rows[at]?.version_id === version_id),
    );
  await recordChanges(
    db,
    by,
    rows.map((row) => ({
      action: 'organization.plan_changed',
      object_type: 'organization',
      object_id: row.id,
      organization_id: row.id,
      before: row.moved_to,
      after: {
        plan_type: plan.key,
        version_number: row.version_number,
        price_cents: row.price_cents,
        max_users: row.max_users,
      },
    })),
  );
}

/** Who waited to go to a plan when their period ends waits for it again. */
async function waitAgain(db: SystemDb, by: By, plan_id: string): Promise<void> {
  const waiting = await waitAsBefore(db, plan_id);
  await recordChanges(
    db,
    by,
    waiting.map(({ organization_id, plan_type }) => ({
      action: 'subscription.downgrade_scheduled',
      object_type: 'subscription',
      object_id: organization_id,
      organization_id,
      after: { plan_type },
    })),
  );
}
