import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchGroupKey } from '@atalaya/contract/search';
import { scopeOf } from '@atalaya/contract/permissions';
import { UNRESOLVED_STATUSES } from '@atalaya/contract/ticket-states';
import type { Permission } from '@atalaya/contract/permissions';
import type { Actor } from '../../platform/core/actor.ts';

/**
 * What is looked for by the index: so many at most, by patterns that each must match, words that it must hold
 * something like, and what one of its words must begin with, or null.
 */
export type Found = Record<'patterns' | 'alike' | 'begins' | 'most', RawBuilder<unknown>>;

/** Where a group is searched, in the SQL of its table. */
export type Source = {
  from: RawBuilder<unknown>;
  /**
   * The same for an admin, to whom row level security makes the index of no use: what a function finds by it in their
   * own organization.
   */
  fromIndex?: (found: Found) => RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  told: Told;
  /** Whether it is open, or active. */
  isCurrent: RawBuilder<unknown>;
  /** What is compared, as search_text made it; indexed by its trigrams. */
  text: RawBuilder<unknown>;
  /** What a number that was typed may name exactly. */
  number?: RawBuilder<unknown>;
  /** What this actor has no business with; the organization is left to row level security. */
  visible: (actor: Actor) => RawBuilder<unknown>;
  /** Of what comes again and again under the same name, so that many match: the newest that this actor reaches. */
  newest?: (actor: Actor) => RawBuilder<unknown>;
};

/** What is told of a hit beside its name, the company by its id. */
type Told = Record<
  'role' | 'organization_id' | 'subscription_status' | 'ticket_status' | 'created_at' | 'issued_on',
  RawBuilder<unknown>
>;
const NOTHING_TOLD: Told = {
  role: sql`null::text`,
  organization_id: sql`null::uuid`,
  subscription_status: sql`null::text`,
  ticket_status: sql`null::text`,
  created_at: sql`null::timestamptz`,
  issued_on: sql`null::date`,
};

/** So many of the newest are looked through where more match than are compared. */
const NEWEST = 2_000;

const asked = ({ patterns, alike, begins, most }: Found) => sql`${patterns}, ${alike}, ${begins}, ${most}`;

const OF_ORGANIZATION = sql`join organizations o on o.id = t.organization_id and o.deleted_at is null`;

/** An actor's organization by name, so that the index that leads with it is used. */
const within = (actor: Actor, column: RawBuilder<unknown>) =>
  actor.role === 'super_admin' ? sql`true` : sql`${column} = ${actor.organization_id}`;

const reachedTickets = (actor: Actor) => {
  const own = scopeOf(actor.role, 'tickets.list') === 'own';
  const reached = own ? sql`t.created_by = ${actor.profile_id}` : sql`true`;
  return sql`t.deleted_at is null and ${reached} and ${within(actor, sql`t.organization_id`)}`;
};

/** Each group: who may search it, its sources, and how the web application opens one of it. */
export const GROUPS: Record<SearchGroupKey, { permission: Permission; open: string; source: Source }> = {
  users: {
    permission: 'users.list',
    open: '/admin/users?user=',
    source: {
      from: sql`profiles p`,
      fromIndex: (found) => sql`search_people(${asked(found)}) p`,
      id: sql`p.id`,
      label: sql`coalesce(nullif(full_name(p.first_name, p.last_name), ''), p.email)`,
      detail: sql`p.email`,
      told: { ...NOTHING_TOLD, role: sql`p.role`, organization_id: sql`p.organization_id` },
      isCurrent: sql`p.is_active`,
      text: sql`p.search`,
      visible: (actor) => sql`p.deleted_at is null and ${within(actor, sql`p.organization_id`)}`,
    },
  },
  organizations: {
    permission: 'organizations.list',
    open: '/admin/companies?company=',
    source: {
      from: sql`organizations o`,
      id: sql`o.id`,
      label: sql`o.name`,
      detail: sql`coalesce(o.domain, o.slug)`,
      told: { ...NOTHING_TOLD, subscription_status: sql`o.subscription_status` },
      isCurrent: sql`not has_ended(o.subscription_status)`,
      text: sql`o.search`,
      visible: () => sql`o.deleted_at is null`,
    },
  },
  tickets: {
    permission: 'tickets.list',
    open: '/admin/tickets?ticket=',
    source: {
      from: sql`tickets t ${OF_ORGANIZATION}`,
      fromIndex: (found) => sql`search_tickets(${asked(found)}) t ${OF_ORGANIZATION}`,
      id: sql`t.id`,
      label: sql`t.title`,
      detail: sql`'#' || t.number`,
      told: {
        ...NOTHING_TOLD,
        organization_id: sql`t.organization_id`,
        ticket_status: sql`t.status`,
        created_at: sql`t.created_at`,
      },
      isCurrent: sql`t.status in (${sql.join(UNRESOLVED_STATUSES.map((status) => sql.lit(status)))})`,
      text: sql`t.title_search`,
      number: sql`t.number`,
      visible: reachedTickets,
      newest: (actor) => sql`(select * from tickets t where ${reachedTickets(actor)}
        order by t.created_at desc, t.id desc limit ${sql.lit(NEWEST)}) t ${OF_ORGANIZATION}`,
    },
  },
  invoices: {
    permission: 'invoices.list',
    open: '/admin/billing?tab=invoices&invoice=',
    source: {
      from: sql`invoices i`,
      fromIndex: (found) => sql`search_invoices(${asked(found)}) i`,
      id: sql`i.id`,
      label: sql`i.code`,
      detail: sql`i.customer_name`,
      told: { ...NOTHING_TOLD, issued_on: sql`i.issued_on` },
      isCurrent: sql`i.voided_at is null and is_unpaid(i.total_cents, i.paid_cents, i.offset_cents)`,
      text: sql`i.search`,
      visible: (actor) => within(actor, sql`i.organization_id`),
      newest: (actor) => sql`(select * from invoices i where ${within(actor, sql`i.organization_id`)}
        order by i.issued_on desc, i.id desc limit ${sql.lit(NEWEST)}) i`,
    },
  },
};
