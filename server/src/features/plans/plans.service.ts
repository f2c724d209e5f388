import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Plan, planCreateBody, planRoutes } from '@atalaya/contract/plans';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { mayFollow } from '@atalaya/contract/plan-currency';
import { readCurrency } from '../../platform/settings/settings.queries.ts';
import { freeKey, keyStart, snapshotOf, toPlan } from './plan-shapes.ts';
import { cancelMove } from './plan-moves.queries.ts';
import { compareSubscribers } from './plan-subscribers.queries.ts';
import {
  closePlans,
  findPlan,
  hasEuros,
  insertEuros,
  insertPlan,
  isAlwaysFree,
  isNameTaken,
  listPlans as listRows,
  listTakenKeys,
  lockPlans,
} from './plans.queries.ts';
import type { WatchedPlanRow } from './plans.queries.ts';

type Query = z.output<typeof planRoutes.listPlans.query>;
type Simulation = z.output<typeof planRoutes.simulatePlan.body>;

/** How many are subscribed to what is the business of a super_admin. */
const watches = (actor: Actor) => actor.role === 'super_admin';

/** A page of the plans on offer, or of the archived ones. */
export async function listPlans(
  platform: Platform,
  actor: Actor,
  { page, archived }: Query,
): Promise<z.input<typeof planRoutes.listPlans.response>> {
  const query = { page, where: archived ? 'archived' : 'listed', isWatched: watches(actor) } as const;
  return platform.database.readAs(actor, 'list plans with their subscribers', async (db) => {
    const { rows, ...totals } = await listRows(db, query);
    const listed = { items: rows.map(toPlan), page, page_size: PAGE_SIZE, ...totals };
    if (!watches(actor)) return { ...listed, default_currency: null, lacks_euros: false };
    const { code: default_currency } = await readCurrency(db);
    return { ...listed, default_currency, lacks_euros: !(await hasEuros(db)) };
  });
}

/** One plan, archived or not. @throws object.not_found */
export async function readPlan(platform: Platform, actor: Actor, id: string): Promise<Plan> {
  return platform.database.withActor(actor, 'read a plan with its subscribers', async (db) =>
    toPlan(await getPlan(db, id, watches(actor))),
  );
}

/**
 * Adds a plan under a key made from its name, in the currency of the installation unless it names another.
 * @throws plan.name_taken
 */
export async function createPlan(
  platform: Platform,
  by: By,
  body: z.output<typeof planCreateBody>,
): Promise<Plan> {
  return platform.database.withSystem('add a plan', async (db) => {
    await lockPlans(db);
    await requireFreeName(db, body.name, null);
    const start = keyStart(body.name);
    const key = freeKey(start, await listTakenKeys(db, start));
    const currency = body.currency ?? (await readCurrency(db)).code;
    const id = await insertPlan(db, { ...body, currency, key });
    const row = await getPlan(db, id);
    await recordPlan(db, by, 'plan.created', id, { after: snapshotOf(row) });
    return toPlan(row);
  });
}

/**
 * Adds the first plans in euros, archived: no company can subscribe to one until it is offered.
 * @throws plan.euros_there
 */
export async function addPlansInEuros(platform: Platform, by: By): Promise<{ items: Plan[] }> {
  return platform.database.withSystem('add the first plans in euros', async (db) => {
    await lockPlans(db);
    if (await hasEuros(db)) throw new AppError('plan.euros_there');
    const items: Plan[] = [];
    for (const id of await insertEuros(db)) {
      const row = await getPlan(db, id);
      await recordPlan(db, by, 'plan.created', id, { after: snapshotOf(row) });
      items.push(toPlan(row));
    }
    return { items };
  });
}

/** What other terms, or another plan, would mean for each subscriber. @throws object.not_found, request.invalid */
export async function simulatePlan(
  platform: Platform,
  id: string,
  { to, page }: Simulation,
): Promise<z.input<typeof planRoutes.simulatePlan.response>> {
  return platform.database.withSystem('what a change of a plan means for its subscribers', async (db) => {
    const plan = await getPlan(db, id);
    const next = to.type === 'terms' ? to : await getDestination(db, plan, to.id, 'body.to.id');
    const { rows, totals } = await compareSubscribers(db, plan.key, next, page);
    const items = rows.map(({ id: organization_id, name, ...row }) => ({
      ...row,
      organization: { id: organization_id, name },
      price_after_cents: row.is_over_limit ? row.price_before_cents : next.price_cents,
    }));
    return { items, page, page_size: PAGE_SIZE, ...totals };
  });
}

/** Takes back the decision to move the subscribers on a day. @throws object.not_found where there is none */
export async function cancelPlanMove(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withSystem('take back the move of the subscribers of a plan', async (db) => {
    await lockPlans(db);
    const plan = await getPlan(db, id);
    const on = await cancelMove(db, id);
    if (!on) throw new AppError('object.not_found');
    await recordPlan(db, by, 'plan.move_canceled', id, {
      before: { on, version_number: plan.move_version_number },
    });
  });
}

/** One plan, archived or not. @throws object.not_found */
export async function getPlan(db: Db, id: string, isWatched = true): Promise<WatchedPlanRow> {
  const row = await findPlan(db, id, isWatched);
  if (!row) throw new AppError('object.not_found');
  return row;
}

/**
 * A plan that is about to change, locked: no organization is put on it until the transaction ends.
 * @throws object.not_found; object.stale with the stored values where it is no longer the version that was read
 */
export async function lockPlan(
  db: SystemDb,
  id: string,
  options: { where: 'listed' | 'archived'; version?: number },
): Promise<WatchedPlanRow> {
  await closePlans(db, [id]);
  const row = await getPlan(db, id);
  if ((row.archived_at === null) !== (options.where === 'listed')) throw new AppError('object.not_found');
  if (options.version !== undefined && options.version !== row.version)
    throw new AppError('object.stale', { current: toPlan(row) });
  return row;
}

/** Another plan on offer, in a currency in which subscribers could go there. @throws request.invalid at `field` */
export async function getDestination(
  db: SystemDb,
  from: WatchedPlanRow,
  id: string,
  field: string,
): Promise<WatchedPlanRow> {
  const row = await findPlan(db, id, true);
  if (!row || row.archived_at !== null || row.id === from.id || !(await mayReceive(db, from, row)))
    throw new AppError('request.invalid', { fields: [{ field, code: 'invalid' }] });
  return row;
}

/** As `mayFollow`, of all subscribers of a plan: those of an older version may pay while a new one would not. */
async function mayReceive(db: SystemDb, from: WatchedPlanRow, to: WatchedPlanRow): Promise<boolean> {
  return (
    mayFollow(from, to) &&
    (from.price_cents > 0 || mayFollow({ ...from, price_cents: 1 }, to) || isAlwaysFree(db, from.id))
  );
}

/** @throws plan.name_taken */
export async function requireFreeName(db: SystemDb, name: string, except: string | null): Promise<void> {
  if (await isNameTaken(db, name, except)) throw new AppError('plan.name_taken');
}

/** A plan belongs to no organization: its changes are in the audit log of the system. */
export function recordPlan(
  db: SystemDb,
  by: By,
  action: string,
  object_id: string,
  values: { before?: unknown; after?: unknown },
): Promise<void> {
  return recordChange(db, by, { action, object_type: 'plan', object_id, organization_id: null, ...values });
}
