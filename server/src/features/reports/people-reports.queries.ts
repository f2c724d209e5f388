import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Db } from '../../platform/database/database.ts';
import { within } from '../../platform/database/zoned-days.ts';
import type { Days } from '../../platform/database/zoned-days.ts';
import { notNull, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** Of one organization, or of all that the transaction sees. */
export const ofOrganization = (column: RawBuilder<unknown>, organization_id: string | null) =>
  organization_id === null ? sql`true` : sql`${column} = ${organization_id}::uuid`;

const roleCount = {
  ...columnsOf('profiles', 'role'),
  active: number,
  inactive: number,
};
export type RoleCount = RowOf<typeof roleCount>;

/** How many people there are now, by role and status, from the kept counters. */
export async function countRoles(db: Db, organization_id: string | null): Promise<RoleCount[]> {
  const source = organization_id === null ? 'profile_totals' : 'profile_counts';
  const reach = ofOrganization(sql`organization_id`, organization_id);
  const { rows } = await rowsOf(roleCount)`
    select role, coalesce(sum(people) filter (where is_active), 0)::int as active,
      coalesce(sum(people) filter (where not is_active), 0)::int as inactive
    from ${sql.table(source)} where ${reach} group by role`.execute(db);
  return rows;
}

/** How many came in a span, by role, of those who are still there. */
export async function countNewPeople(db: Db, organization_id: string | null, days: Days) {
  const { rows } = await rowsOf({ ...columnsOf('profiles', 'role'), people: number })`
    select p.role, count(*)::int as people from profiles p
    where p.deleted_at is null and ${within(sql`p.created_at`, days)}
      and ${ofOrganization(sql`p.organization_id`, organization_id)}
    group by p.role`.execute(db);
  return rows;
}

/** What became of an invitation. */
export const invitationState = sql`invitation_state(i.accepted_at, i.declined_at, i.revoked_at, i.expires_at)`;

/** Invitations of a span by what became of them until now. */
export async function countInvitations(db: Db, organization_id: string | null, days: Days) {
  const { rows } = await rowsOf({ state: text, invitations: number })`
    select ${invitationState} as state, count(*)::int as invitations from organization_invitations i
    where ${within(sql`i.created_at`, days)} and ${ofOrganization(sql`i.organization_id`, organization_id)}
    group by 1`.execute(db);
  return rows;
}

const seatRow = {
  ...columnsOf('organizations', 'id', 'name', 'max_users'),
  active: notNull(ROWS.organization_seats.active_users),
  pending: notNull(ROWS.organization_seats.reserved_seats),
};
export type SeatRow = RowOf<typeof seatRow>;

/** The seats that people and open invitations take, by organization. */
export const seats = (organization_id: string | null) => sql`
  select o.id, o.name, o.created_at, u.active_users as active, u.reserved_seats as pending, o.max_users
  from organizations o join organization_seats u on u.organization_id = o.id
  where o.deleted_at is null and ${ofOrganization(sql`o.id`, organization_id)}`;

/** Whether the seats of an organization are limited: a row `s` of `seats`. */
export const isLimited = sql`s.max_users <> ${sql.lit(UNLIMITED_SEATS)}`;

/** The fullest organizations, those without a limit last. */
export async function listSeats(db: Db, organization_id: string | null, limit: number): Promise<SeatRow[]> {
  const { rows } = await rowsOf(seatRow)`
    select s.id, s.name, s.active, s.pending, s.max_users from (${seats(organization_id)}) s
    order by case when ${isLimited} then (s.active + s.pending)::float8 / s.max_users end desc nulls last,
      s.active + s.pending desc, s.id limit ${limit}`.execute(db);
  return rows;
}

const seatSums = {
  active: number,
  pending: number,
  taken: number,
  seats: number,
  of_seats: number,
};
export type SeatSums = RowOf<typeof seatSums>;

/** Over every organization: people, invitations, both; of those with a limit, their seats and how many are taken. */
export async function sumSeats(db: Db, organization_id: string | null): Promise<SeatSums> {
  const { rows } = await rowsOf(seatSums)`
    select coalesce(sum(s.active), 0)::int as active, coalesce(sum(s.pending), 0)::int as pending,
      coalesce(sum(s.active + s.pending), 0)::int as taken,
      coalesce(sum(s.max_users) filter (where ${isLimited}), 0)::bigint as seats,
      coalesce(sum(s.active + s.pending) filter (where ${isLimited}), 0)::int as of_seats
    from (${seats(organization_id)}) s`.execute(db);
  return rows[0] ?? { active: 0, pending: 0, taken: 0, seats: 0, of_seats: 0 };
}
