import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchGroupKey } from '@atalaya/contract/search';
import { scopeOf } from '@atalaya/contract/permissions';
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
  /** What is compared, as search_text made it; indexed by its trigrams. */
  text: RawBuilder<unknown>;
  /** What a number that was typed may name exactly. */
  number?: RawBuilder<unknown>;
  /** What this actor has no business with; the organization is left to row level security. */
  visible: (actor: Actor) => RawBuilder<unknown>;
};

const asked = ({ patterns, alike, begins, most }: Found) => sql`${patterns}, ${alike}, ${begins}, ${most}`;

const OF_ORGANIZATION = sql`join organizations o on o.id = t.organization_id and o.deleted_at is null`;

/** An actor's organization by name, so that the index that leads with it is used. */
const within = (actor: Actor, column: RawBuilder<unknown>) =>
  actor.role === 'super_admin' ? sql`true` : sql`${column} = ${actor.organization_id}`;

/** Each group: who may search it, its sources, and how the web application opens one of it. */
export const GROUPS: Record<SearchGroupKey, { permission: Permission; open: string; source: Source }> = {
  users: {
    permission: 'users.list',
    open: '/admin/users?user=',
    source: {
      from: sql`profiles p`,
      fromIndex: (found) => sql`search_people(${asked(found)}) p`,
      id: sql`p.id`,
      label: sql`coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email)`,
      detail: sql`p.email`,
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
      text: sql`t.title_search`,
      number: sql`t.number`,
      visible: (actor) => {
        const own = scopeOf(actor.role, 'tickets.list') === 'own';
        const reached = own ? sql`t.created_by = ${actor.profile_id}` : sql`true`;
        return sql`t.deleted_at is null and ${reached} and ${within(actor, sql`t.organization_id`)}`;
      },
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
      text: sql`i.search`,
      visible: (actor) => within(actor, sql`i.organization_id`),
    },
  },
};
