import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { within } from '../../platform/database/zoned-days.ts';
import type { Days } from '../../platform/database/zoned-days.ts';
import { isoText } from '../../platform/database/report-entries.ts';
import { invitationState, isLimited, ofOrganization, seats } from './people-reports.queries.ts';
import { TICKET_CLOCKS, TICKET_TIMES, ticketSource } from './ticket-reports.queries.ts';
import type { TicketClock, TicketTime } from './ticket-reports.queries.ts';

/** The rows behind the figures: sources for listEntries. */

type Whose = { organization_id: string | null };

/** People by role, or of any, with a status, or who came in a span. */
export function peopleEntries(
  { organization_id }: Whose,
  role: string | null,
  which: { is_active: boolean | null; created: Days | null; seated?: true },
): RawBuilder<unknown> {
  const conditions = [sql`p.deleted_at is null`, ofOrganization(sql`p.organization_id`, organization_id)];
  if (role !== null) conditions.push(sql`p.role = ${role}`);
  if (which.is_active !== null) conditions.push(sql`p.is_active = ${which.is_active}`);
  // Those who take a seat: people of an organization outside the bin.
  if (which.seated) conditions.push(sql`o.deleted_at is null and o.id is not null`);
  if (which.created) conditions.push(within(sql`p.created_at`, which.created));
  return sql`select 'user' as kind, p.id, p.id as opens_id, full_name(p.first_name, p.last_name) as name,
      p.role as detail, o.name as organization_name, ${isoText(sql`p.created_at`)} as at, 1 as value
    from profiles p left join organizations o on o.id = p.organization_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** Invitations of a span that became something, or all of them. */
export function invitationEntries(
  { organization_id }: Whose,
  state: string | null,
  days: Days,
): RawBuilder<unknown> {
  const wanted = state === null ? sql`true` : sql`${invitationState} = ${state}`;
  return sql`select 'invitation' as kind, i.id, null::uuid as opens_id, i.email as name,
      ${invitationState} as detail, o.name as organization_name, ${isoText(sql`i.created_at`)} as at, 1 as value
    from organization_invitations i join organizations o on o.id = i.organization_id
    where ${within(sql`i.created_at`, days)} and ${ofOrganization(sql`i.organization_id`, organization_id)}
      and ${wanted}`;
}

/** Invitations of an organization, or of all, that reserve a seat. */
export function reservingInvitationEntries({ organization_id }: Whose): RawBuilder<unknown> {
  return sql`select 'invitation' as kind, i.id, null::uuid as opens_id, i.email as name,
      'pending' as detail, o.name as organization_name, ${isoText(sql`i.created_at`)} as at, 1 as value
    from open_invitations i join organizations o on o.id = i.organization_id and o.deleted_at is null
    where reserves_seat(i.role, i.expires_at)
      and ${ofOrganization(sql`i.organization_id`, organization_id)}`;
}

/** Tickets created, resolved or closed in a span. */
export function ticketEntries({ organization_id }: Whose, time: TicketTime, days: Days): RawBuilder<unknown> {
  const at = TICKET_TIMES[time];
  return sql`select 'ticket' as kind, t.id, t.id as opens_id, '#' || t.number || ' ' || t.title as name,
      t.status as detail, o.name as organization_name, ${isoText(at)} as at, 1 as value
    ${ticketSource(organization_id)} and ${within(at, days)}`;
}

/** Tickets of a priority, or of any, with how long they took. */
export function clockEntries(
  { organization_id }: Whose,
  clock: TicketClock,
  priority: string | null,
  days: Days,
  value: 'seconds' | 'count',
): RawBuilder<unknown> {
  const { at, seconds } = TICKET_CLOCKS[clock];
  const wanted = priority === null ? sql`true` : sql`t.priority = ${priority}`;
  return sql`select 'ticket' as kind, t.id, t.id as opens_id, '#' || t.number || ' ' || t.title as name,
      t.status as detail, o.name as organization_name, ${isoText(at)} as at,
      ${value === 'count' ? sql`1` : seconds} as value
    ${ticketSource(organization_id)} and ${within(at, days)} and ${seconds} is not null and ${wanted}`;
}

/** Organizations with the seats that they have, or those that they take. */
export function seatEntries({ organization_id }: Whose, column: 'taken' | 'limit'): RawBuilder<unknown> {
  const [value, wanted] =
    column === 'limit' ? [sql`s.max_users`, isLimited] : [sql`s.active + s.pending`, sql`true`];
  return sql`select 'organization' as kind, s.id, s.id as opens_id, s.name, null::text as detail,
      s.name as organization_name, ${isoText(sql`s.created_at`)} as at, ${value} as value
    from (${seats(organization_id)}) s where ${wanted}`;
}
