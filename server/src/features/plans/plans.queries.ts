import { sql } from 'kysely';
import { NAME_MAX, PAGE_SIZE } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { nullable, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import {
  assignments,
  columnList,
  columnsOf,
  onlyRow,
  rowsOf,
  selected,
} from '../../platform/database/rows.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { fieldsWith, pick } from '../../platform/records/fields.ts';
import { PLAN_FIELDS } from './plans.fields.ts';

/** What a version of a plan fixes: cents a month and seats (-1: no limit). */
export type Terms = { price_cents: number; max_users: number };

/** A plan as stored, with the number of its newest version. */
const own = columnsOf('plans', ...fieldsWith(PLAN_FIELDS, 'listed'));
const planRow = {
  ...own,
  version_id: ROWS.plan_versions.id,
  version_number: ROWS.plan_versions.number,
};
export type PlanRow = RowOf<typeof planRow>;

/** The same with what a super_admin is told of those subscribed to it. */
const watchedPlanRow = {
  ...planRow,
  subscribers: nullable(number),
  on_older_versions: nullable(number),
  move_on: nullable(ROWS.plan_moves.due_on),
  move_version_number: nullable(ROWS.plan_versions.number),
};
export type WatchedPlanRow = RowOf<typeof watchedPlanRow>;

/** Who counts as a subscriber of a plan; `o` is the organization. */
export const isSubscriber = sql`o.deleted_at is null and o.subscription_status <> 'canceled'`;

const columns = sql`${selected('p', own)}, newest.id as version_id, newest.number as version_number`;
const newest = sql`join lateral (
  select id, number from plan_versions where plan_id = p.id order by number desc limit 1) newest on true`;

/** Only the system door may look at the subscriptions of all, and at the moves. */
const watched = sql`select ${columns}, s.subscribers, s.on_older_versions, m.due_on::text as move_on,
    mv.number as move_version_number
  from plans p ${newest}
  cross join lateral (
    select count(*)::int as subscribers,
      count(*) filter (where o.plan_version_id <> newest.id)::int as on_older_versions
    from organizations o where o.plan_type = p.key and ${isSubscriber}) s
  left join plan_moves m on m.plan_id = p.id and m.done_at is null and m.canceled_at is null
  left join plan_versions mv on mv.id = m.version_id`;
const plain = sql`select ${columns}, null::int as subscribers, null::int as on_older_versions,
    null::text as move_on, null::int as move_version_number
  from plans p ${newest}`;

const place = (where: 'listed' | 'archived') =>
  where === 'archived' ? sql`p.archived_at is not null` : sql`p.archived_at is null`;

const planTotals = { total: number, popular: number };
const highestPrice = columnsOf('plans', 'currency', 'price_cents');
export type PlanTotals = RowOf<typeof planTotals> & { highest_prices: RowOf<typeof highestPrice>[] };

/** One page in the order of the plans, and figures over all of them. */
export async function listPlans(
  db: Db,
  query: { page: number; where: 'listed' | 'archived'; isWatched: boolean },
): Promise<PlanTotals & { rows: WatchedPlanRow[] }> {
  const [page, totals, highest] = await Promise.all([
    rowsOf(watchedPlanRow)`${query.isWatched ? watched : plain} where ${place(query.where)}
      order by p.position, p.id limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf(planTotals)`
      select count(*)::int as total, count(*) filter (where p.is_popular)::int as popular
      from plans p where ${place(query.where)}`.execute(db),
    rowsOf(highestPrice)`
      select p.currency, max(p.price_cents) as price_cents from plans p where ${place(query.where)}
      group by p.currency order by p.currency`.execute(db),
  ]);
  const { total, popular } = totals.rows[0] ?? { total: 0, popular: 0 };
  return { total, popular, highest_prices: highest.rows, rows: page.rows };
}

/** One plan, archived or not, or null. */
export async function findPlan(db: Db, id: string, isWatched: boolean): Promise<WatchedPlanRow | null> {
  const { rows } = await rowsOf(watchedPlanRow)`
    ${isWatched ? watched : plain} where p.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Transactions that change plans wait here for each other: one at a time, on every instance. */
export async function lockPlans(db: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.plans'))`.execute(db);
}

/** Locks plans so that no organization is put on them until the transaction ends; in the order of their ids. */
export async function closePlans(db: SystemDb, ids: string[]): Promise<void> {
  await sql`select id from plans where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
}

/** Whether another plan on offer has this name, in any case. */
export async function isNameTaken(db: SystemDb, name: string, except: string | null): Promise<boolean> {
  const { rows } = await sql`select 1 from plans
    where lower(name) = lower(${name}) and archived_at is null and id is distinct from ${except}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

/** Which of these keys are in use, by archived plans too. */
export async function listTakenKeys(db: SystemDb, start: string): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('plans', 'key'))`
    select key from plans where starts_with(key, ${start})`.execute(db);
  return rows.map((row) => row.key);
}

const ADDED = fieldsWith(PLAN_FIELDS, 'added');
export type NewPlan = Pick<PlanRow, (typeof ADDED)[number]>;

/** Adds a plan after the others, with its first version; its id. */
export async function insertPlan(db: SystemDb, plan: NewPlan): Promise<string> {
  const columns = columnList(ADDED);
  const { rows } = await rowsOf(columnsOf('plans', 'id'))`
    insert into plans (${columns}, position)
    select ${columns}, coalesce((select max(position) from plans), 0) + 1
    from jsonb_populate_record(null::plans, ${JSON.stringify(pick(plan, ADDED))}::jsonb)
    returning id`.execute(db);
  const inserted = onlyRow(rows);
  await insertVersion(db, inserted.id);
  return inserted.id;
}

/** The plans that an installation begins with, and what their keys and names have added where they are in euros. */
const FIRST = ['free', 'basic', 'pro', 'enterprise'];
const IN_EUROS = { key: '-eur', name: ' (EUR)' };

/** Whether any of the first plans is there in euros, on offer or archived. */
export async function hasEuros(db: Db): Promise<boolean> {
  const keys = FIRST.map((key) => key + IN_EUROS.key);
  const { rows } = await sql`select 1 from plans where key = any(${keys}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Adds the first plans in euros after the others, archived, with their first versions; their ids, in their order. */
export async function insertEuros(db: SystemDb): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('plans', 'id'))`
    insert into plans (key, name, price_cents, currency, description, features, max_users, is_popular, position,
      archived_at)
    select key || ${IN_EUROS.key}, left(name, ${NAME_MAX - IN_EUROS.name.length}::int) || ${IN_EUROS.name}, price_cents, 'EUR', description,
      features, max_users, is_popular, (select max(position) from plans) + row_number() over (order by position, id),
      now()
    from plans where key = any(${FIRST}) order by position, id
    returning id`.execute(db);
  for (const { id } of rows) await insertVersion(db, id);
  return rows.map(({ id }) => id);
}

const OF_FORM = fieldsWith(PLAN_FIELDS, 'form');

/** Stores what a screen may change of a plan that is locked. */
export async function savePlan(db: SystemDb, plan: PlanRow): Promise<void> {
  await sql`
    update plans set ${assignments(OF_FORM, plan)}, version = version + 1, updated_at = now()
    where id = ${plan.id}`.execute(db);
}

/** Whether a plan costs nothing in any of its versions. */
export async function isAlwaysFree(db: SystemDb, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from plan_versions where plan_id = ${id} and price_cents > 0 limit 1`.execute(db);
  return rows.length === 0;
}

/** Another currency for the versions of a locked plan that costs nothing: nothing is nothing in each. */
export async function setCurrencyOfVersions(db: SystemDb, id: string, currency: string): Promise<void> {
  await sql`update plan_versions set currency = ${currency} where plan_id = ${id}`.execute(db);
}

export async function setArchived(db: SystemDb, id: string, is_archived: boolean): Promise<void> {
  await sql`update plans set archived_at = case when ${is_archived} then now() end,
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db);
}

/** Whether any organization is on a version, canceled ones and those in the bin too: then it is never changed. */
export async function isVersionUsed(db: SystemDb, version_id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from organizations where plan_version_id = ${version_id} limit 1`.execute(db);
  return rows.length > 0;
}

/** A further version of a plan, with what the plan's row says now. */
export async function insertVersion(db: SystemDb, plan_id: string): Promise<void> {
  await sql`
    insert into plan_versions (plan_id, number, price_cents, currency, max_users)
    select p.id, 1 + coalesce((select max(number) from plan_versions where plan_id = p.id), 0),
      p.price_cents, p.currency, p.max_users
    from plans p where p.id = ${plan_id}`.execute(db);
}

/** Other terms for a version that no organization is on. */
export async function rewriteVersion(db: SystemDb, version_id: string, terms: Terms): Promise<void> {
  await sql`update plan_versions set price_cents = ${terms.price_cents}, max_users = ${terms.max_users}
    where id = ${version_id}`.execute(db);
}
