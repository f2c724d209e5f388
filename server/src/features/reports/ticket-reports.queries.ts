import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { dayOf, within } from '../../platform/database/zoned-days.ts';
import type { Days } from '../../platform/database/zoned-days.ts';
import { nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { ofOrganization } from './people-reports.queries.ts';

/** Tickets of an organization in the bin are out of sight with it. */
export const ticketSource = (organization_id: string | null) => sql`
  from tickets t join organizations o on o.id = t.organization_id and o.deleted_at is null
  where t.deleted_at is null and ${ofOrganization(sql`t.organization_id`, organization_id)}`;

/** When a ticket is counted, by what is counted of it. */
export const TICKET_TIMES = {
  created: sql`t.created_at`,
  resolved: sql`t.resolved_at`,
  closed: sql`t.closed_at`,
} as const;
export type TicketTime = keyof typeof TICKET_TIMES;

/** Seconds as the ticket itself tells them: pauses are left out of the resolution. */
export const TICKET_CLOCKS = {
  first_response: { at: sql`t.first_response_at`, seconds: sql`t.first_response_seconds` },
  resolution: { at: sql`t.resolved_at`, seconds: sql`t.resolution_seconds` },
} as const;
export type TicketClock = keyof typeof TICKET_CLOCKS;

/** Tickets created, resolved and closed on each day that has any. */
export async function countTicketDays(db: Db, organization_id: string | null, days: Days) {
  const counted = (Object.keys(TICKET_TIMES) as TicketTime[]).map(
    (column) => sql`select ${dayOf(TICKET_TIMES[column], days.zone)} as day, ${column}::text as column,
        null::text as currency, count(*)::int as value
      ${ticketSource(organization_id)} and ${within(TICKET_TIMES[column], days)} group by 1`,
  );
  const { rows } = await rowsOf({ day: text, column: text, currency: nullable(text), value: number })`
    ${sql.join(counted, sql` union all `)}`.execute(db);
  return rows;
}

/** Of a priority, or null for all: how many, and within which time half and nine tenths of them were. */
const clockRow = {
  priority: nullable(ROWS.tickets.priority),
  tickets: number,
  median: nullable(number),
  p90: nullable(number),
};
export type ClockRow = RowOf<typeof clockRow>;

/** How long tickets took whose first response, or resolution, falls in a span. */
export async function readClock(db: Db, organization_id: string | null, days: Days, clock: TicketClock) {
  const { at, seconds } = TICKET_CLOCKS[clock];
  const { rows } = await rowsOf(clockRow)`
    select c.priority, count(*)::int as tickets, percentile_disc(0.5) within group (order by c.seconds) as median,
      percentile_disc(0.9) within group (order by c.seconds) as p90
    from (select t.priority, ${seconds} as seconds ${ticketSource(organization_id)} and ${within(at, days)}) c
    where c.seconds is not null
    group by grouping sets ((c.priority), ())`.execute(db);
  return rows;
}
