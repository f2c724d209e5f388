import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { SearchGroupKey } from '@atalaya/contract/search';
import { scopeOf } from '@atalaya/contract/permissions';
import type { Permission } from '@atalaya/contract/permissions';
import type { Actor } from '../../platform/actor.ts';

/** Where a group is searched, in the SQL of its table. */
export type Source = {
  from: RawBuilder<unknown>;
  /**
   * The same for whom row level security limits, to whom the index is of no use: so many at most, by patterns that
   * each must match and words that it must hold something like.
   */
  fromIndex?: (
    patterns: RawBuilder<unknown>,
    alike: RawBuilder<unknown>,
    most: number,
  ) => RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  label: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  /** The indexed column; whatever `text` matches, it matches. */
  indexed: RawBuilder<unknown>;
  /** What is compared, as search_text made it. */
  text: RawBuilder<unknown>;
  /** What a number that was typed may name exactly. */
  number?: RawBuilder<unknown>;
  /** What this actor has no business with; the organization is left to row level security. */
  visible: (actor: Actor) => RawBuilder<unknown>;
};

const peopleText = sql`p.search`;
const companyText = sql`o.search`;
const invoiceText = sql`i.search`;

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
      fromIndex: (patterns, alike, most) => sql`search_people(${patterns}, ${alike}, ${sql.lit(most)}) p`,
      id: sql`p.id`,
      label: sql`coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email)`,
      detail: sql`p.email`,
      indexed: peopleText,
      text: peopleText,
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
      indexed: companyText,
      text: companyText,
      visible: () => sql`o.deleted_at is null`,
    },
  },
  tickets: {
    permission: 'tickets.list',
    open: '/admin/tickets?ticket=',
    source: {
      from: sql`tickets t join organizations o on o.id = t.organization_id and o.deleted_at is null`,
      id: sql`t.id`,
      label: sql`t.title`,
      detail: sql`'#' || t.number`,
      indexed: sql`t.search`,
      text: sql`search_text(t.title)`,
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
      id: sql`i.id`,
      label: sql`i.code`,
      detail: sql`i.customer_name`,
      indexed: invoiceText,
      text: invoiceText,
      visible: (actor) => within(actor, sql`i.organization_id`),
    },
  },
};
