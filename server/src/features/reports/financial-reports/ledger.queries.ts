import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { isoText } from '../../../platform/database/report-entries.ts';
import { beginOf, endOf, within } from '../../../platform/database/zoned-days.ts';
import type { Days } from '../../../platform/database/zoned-days.ts';
import { number, oneOf } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';

/**
 * The events of subscriptions as what they change of the monthly revenue of one currency: a move to a plan of another
 * currency is the end of one revenue and the beginning of another.
 */
const ledger = (where: RawBuilder<unknown>) => sql`(
  select e.id, e.organization_id, e.created_at, e.kind, e.currency,
    case when e.currency_before is null then e.mrr_before_cents else 0 end as before, e.mrr_after_cents as after
  from subscription_events e where ${where}
  union all
  select e.id, e.organization_id, e.created_at, e.kind, e.currency_before, e.mrr_before_cents, 0
  from subscription_events e where e.currency_before is not null and ${where}) l`;

const entries = sql`(l.after > 0)::int - (l.before > 0)::int`;

const standing = {
  ...columnsOf('subscription_events', 'currency'),
  mrr: number,
  payers: number,
};
export type Standing = RowOf<typeof standing>;

/** The monthly revenue and who pays it, by currency, as the days begin or as they end. */
export async function sumLedger(db: Db, days: Days, at: 'begin' | 'end'): Promise<Standing[]> {
  const { rows } = await rowsOf(standing)`
    select l.currency, sum(l.after - l.before)::bigint as mrr, sum(${entries})::int as payers
    from ${ledger(sql`e.created_at < ${at === 'begin' ? beginOf(days) : endOf(days)}`)}
    group by l.currency`.execute(db);
  return rows;
}

/** New: the organization has never paid in that currency before; one that begins to pay again is a reactivation. */
const movements = (days: Days) => sql`(
  select l.*, case
    when l.after = 0 then 'churn'
    when l.before > 0 then case when l.after > l.before then 'expansion' else 'contraction' end
    when exists (select 1 from subscription_events p where p.organization_id = l.organization_id
      and (p.currency = l.currency and p.mrr_after_cents > 0
        or p.currency_before = l.currency and p.mrr_before_cents > 0)
      and (p.created_at, p.id) < (l.created_at, l.id)) then 'reactivation'
    else 'new' end as movement
  from ${ledger(within(sql`e.created_at`, days))} where l.before <> l.after) m`;

export const MOVEMENTS = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;
export type Movement = (typeof MOVEMENTS)[number];
const movementSum = {
  ...columnsOf('subscription_events', 'currency'),
  movement: oneOf(...MOVEMENTS),
  mrr: number,
  events: number,
};
export type MovementSum = RowOf<typeof movementSum>;

/** What changed the monthly revenue in a span, by currency and kind. */
export async function sumMovements(db: Db, days: Days): Promise<MovementSum[]> {
  const { rows } = await rowsOf(movementSum)`
    select m.currency, m.movement, sum(m.after - m.before)::bigint as mrr, count(*)::int as events
    from ${movements(days)} group by m.currency, m.movement`.execute(db);
  return rows;
}

/**
 * Organizations that paid more as the days began than as they end, in a currency. What they came to pay in between and
 * no longer do is no loss of what there was, so that no more than all of it can be lost.
 */
const losses = (days: Days) => sql`(
  select s.* from (
    select l.organization_id, l.currency, max(l.created_at) as at, sum(l.after - l.before) as closing,
      sum(l.after - l.before) filter (where l.created_at < ${beginOf(days)}) as opening
    from ${ledger(sql`e.created_at < ${endOf(days)}`)} group by l.organization_id, l.currency) s
  where s.opening > s.closing) x`;

const loss = {
  ...columnsOf('subscription_events', 'currency'),
  mrr: number,
  payers: number,
};
export type Loss = RowOf<typeof loss>;

/** What was lost of the monthly revenue that there was, and of those who paid it. */
export async function sumLosses(db: Db, days: Days): Promise<Loss[]> {
  const { rows } = await rowsOf(loss)`
    select x.currency, sum(x.opening - x.closing)::bigint as mrr, count(*) filter (where x.closing = 0)::int as payers
    from ${losses(days)} group by x.currency`.execute(db);
  return rows;
}

/** What each organization pays a month as the days begin or end, times a factor; or 1 for each that pays. */
export function standingEntries(
  days: Days,
  currency: string,
  at: 'begin' | 'end',
  value: { times: number } | 'count',
): RawBuilder<unknown> {
  const bound = at === 'begin' ? beginOf(days) : endOf(days);
  const shown = value === 'count' ? sql`1` : sql`s.mrr * ${sql.lit(value.times)}`;
  return sql`select 'organization' as kind, s.organization_id as id, o.id as opens_id, coalesce(o.name, '–') as name,
      coalesce(p.name, o.plan_type) as detail, o.name as organization_name, ${isoText(sql`s.since`)} as at, ${shown} as value
    from (select l.organization_id, sum(l.after - l.before) as mrr, max(l.created_at) as since
      from ${ledger(sql`e.created_at < ${bound}`)}
      where l.currency = ${currency} group by l.organization_id having sum(l.after - l.before) <> 0) s
    left join organizations o on o.id = s.organization_id left join plans p on p.key = o.plan_type`;
}

/** The events that moved the revenue in one of these ways, with what they changed; or 1 for each. */
export function movementEntries(
  days: Days,
  currency: string,
  kinds: readonly Movement[],
  value: 'cents' | 'count',
): RawBuilder<unknown> {
  return sql`select 'subscription_event' as kind, m.id, o.id as opens_id, coalesce(o.name, '–') as name, m.kind as detail,
      o.name as organization_name, ${isoText(sql`m.created_at`)} as at,
      ${value === 'count' ? sql`1` : sql`m.after - m.before`} as value
    from ${movements(days)} left join organizations o on o.id = m.organization_id
    where m.currency = ${currency} and m.movement = any(${[...kinds]}::text[])`;
}

/** Who pays less than before, with how much less; or who no longer pays, with 1 for each. */
export function lossEntries(days: Days, currency: string, value: 'cents' | 'count'): RawBuilder<unknown> {
  const [shown, wanted] =
    value === 'count' ? [sql`1`, sql`x.closing = 0`] : [sql`x.opening - x.closing`, sql`true`];
  return sql`select 'organization' as kind, x.organization_id as id, o.id as opens_id, coalesce(o.name, '–') as name,
      o.subscription_status as detail, o.name as organization_name, ${isoText(sql`x.at`)} as at, ${shown} as value
    from ${losses(days)} left join organizations o on o.id = x.organization_id
    where x.currency = ${currency} and ${wanted}`;
}
