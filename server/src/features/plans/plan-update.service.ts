import { daysBetween } from '@atalaya/contract/days';
import type { Plan, planUpdateBody } from '@atalaya/contract/plans';
import type { z } from 'zod';
import type { By } from '../../platform/core/actor.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { changedByForm } from '../../platform/records/fields.ts';
import { snapshotOf, toPlan } from './plan-shapes.ts';
import { readToday } from '../../platform/database/clock.ts';
import { cancelMove, insertMove } from './plan-moves.queries.ts';
import { carryOutMoves } from './plan-moves.service.ts';
import {
  insertVersion,
  isAlwaysFree,
  isVersionUsed,
  lockPlans,
  rewriteVersion,
  savePlan,
  setCurrencyOfVersions,
} from './plans.queries.ts';
import type { WatchedPlanRow } from './plans.queries.ts';
import { PLAN_FIELDS } from './plans.fields.ts';
import { getPlan, lockPlan, recordPlan, requireFreeName } from './plans.service.ts';

type Body = z.output<typeof planUpdateBody>;

/** The furthest day that subscribers can be moved on. */
const MOVE_DAYS_MAX = 366;

/**
 * Changes a plan. Another price or limit makes a new version where an organization is on the newest one; what becomes of the
 * subscribers must then be said, and replaces what was decided for an earlier version.
 * @throws object.stale with the stored values, plan.name_taken, plan.subscribers_choice, plan.currency_fixed,
 *   request.invalid for the day
 */
export async function updatePlan(platform: Platform, by: By, id: string, body: Body): Promise<Plan> {
  const isDue = await platform.database.withSystem('change a plan', async (db) => {
    await lockPlans(db);
    const before = await lockPlan(db, id, { where: 'listed', version: body.version });
    const after = changedByForm(PLAN_FIELDS, before, body);
    await requireFreeName(db, after.name, id);
    const isOtherTerms = after.price_cents !== before.price_cents || after.max_users !== before.max_users;
    if (after.currency !== before.currency) await changeCurrency(db, after);
    await savePlan(db, after);
    const movesNow = isOtherTerms && (await changeTerms(db, before, after, body.subscribers));
    const decided = isOtherTerms && body.subscribers ? { subscribers: body.subscribers } : {};
    await recordPlan(db, by, 'plan.updated', id, {
      before: snapshotOf(before),
      after: { ...snapshotOf(after), ...decided },
    });
    return movesNow;
  });
  // In steps of their own; what a fault leaves undone is done by the job of the next hour.
  if (isDue) await carryOutMoves(platform, { ...by, goes_on: true });
  return platform.database.withSystem('read a plan just changed', async (db) =>
    toPlan(await getPlan(db, id)),
  );
}

/** Who has been charged in a currency, or could be, is not put on another. @throws plan.currency_fixed */
async function changeCurrency(db: SystemDb, { id, currency }: WatchedPlanRow): Promise<void> {
  if (!(await isAlwaysFree(db, id))) throw new AppError('plan.currency_fixed');
  await setCurrencyOfVersions(db, id, currency);
}

/** Stores other terms; whether subscribers are to be moved to them at once. */
async function changeTerms(
  db: SystemDb,
  before: WatchedPlanRow,
  after: WatchedPlanRow,
  choice: Body['subscribers'],
): Promise<boolean> {
  const subscribers = before.subscribers ?? 0;
  if (subscribers > 0 && !choice) throw new AppError('plan.subscribers_choice', { params: { subscribers } });
  if (await isVersionUsed(db, before.version_id)) await insertVersion(db, after.id);
  else await rewriteVersion(db, before.version_id, after);
  await cancelMove(db, after.id);
  if (subscribers === 0 || choice?.type !== 'move') return false;
  const now = await readToday(db);
  requireDay(choice.on, now);
  await insertMove(db, after.id, choice.on);
  return choice.on <= now;
}

/** From yesterday, which it still is somewhere, to a year away. @throws request.invalid */
function requireDay(on: string, now: string): void {
  const days = daysBetween(now, on);
  if (days >= -1 && days <= MOVE_DAYS_MAX) return;
  const code = days < 0 ? 'too_small' : 'too_big';
  throw new AppError('request.invalid', { fields: [{ field: 'body.subscribers.on', code }] });
}
