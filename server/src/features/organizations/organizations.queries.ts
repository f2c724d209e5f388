import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PAGE_SIZE, UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type {
  OrganizationFilters,
  OrganizationListQuery,
  OrganizationOverview,
} from '@atalaya/contract/organizations';
import type { Db } from '../../platform/database/database.ts';
import { containing } from '../../platform/database/search-pattern.ts';
import { conditionsOnDays } from '../../platform/database/zoned-days.ts';
import { number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnList, columnsOf, onlyRow, rowsOf, selected } from '../../platform/database/rows.ts';
import { fieldsWith } from '../../platform/records/fields.ts';
import type { Used } from '../../platform/records/fields.ts';
import { ORGANIZATION_FIELDS } from './organizations.fields.ts';

/** An organization as stored, with the name of its plan. */
const own = columnsOf('organizations', ...fieldsWith(ORGANIZATION_FIELDS, 'listed'));
const organizationRow = { ...own, plan_name: ROWS.plans.name };
export type OrganizationRow = RowOf<typeof organizationRow>;

const columns = sql`${selected('o', own)}, p.name as plan_name`;
const source = sql`from organizations o join plans p on p.key = o.plan_type`;

/** Each ends in the id, so that no row is shown on two pages. Unlimited seats are more than any number. */
const ORDERS: Record<
  OrganizationListQuery['sort'],
  Record<OrganizationListQuery['order'], RawBuilder<unknown>>
> = {
  name: { asc: sql`search_text(o.name), o.id`, desc: sql`search_text(o.name) desc, o.id desc` },
  status: { asc: sql`o.subscription_status, o.id`, desc: sql`o.subscription_status desc, o.id desc` },
  max_users: {
    asc: sql`nullif(o.max_users, ${sql.lit(UNLIMITED_SEATS)}) nulls last, o.id`,
    desc: sql`nullif(o.max_users, ${sql.lit(UNLIMITED_SEATS)}) desc nulls first, o.id desc`,
  },
  created_at: { asc: sql`o.created_at, o.id`, desc: sql`o.created_at desc, o.id desc` },
};

/** On name, domain or slug. */
function matching(filters: OrganizationFilters) {
  const conditions = [filters.bin ? sql`o.deleted_at is not null` : sql`o.deleted_at is null`];
  if (filters.status) conditions.push(sql`o.subscription_status = ${filters.status}`);
  if (filters.plan_type) conditions.push(sql`o.plan_type = ${filters.plan_type}`);
  conditions.push(...conditionsOnDays(sql`o.created_at`, filters.created_from, filters.created_to));
  const search = filters.search?.trim();
  if (search) conditions.push(sql`o.search like ${containing(search)}`);
  return sql.join(conditions, sql` and `);
}

/** One page, and how many match. */
export async function listOrganizations(db: Db, query: OrganizationListQuery) {
  const where = matching(query);
  const [page, count] = await Promise.all([
    rowsOf(organizationRow)`
      select ${columns} ${source} where ${where}
      order by ${ORDERS[query.sort][query.order]}
      limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from organizations o where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 };
}

/** How many match. */
export async function countOrganizations(db: Db, filters: OrganizationFilters): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from organizations o where ${matching(filters)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The next of those that match, newest first, after one whose instant keeps its microseconds. */
export async function listOrganizationsAfter(
  db: Db,
  filters: OrganizationFilters,
  after: { moment: string; id: string } | null,
  limit: number,
): Promise<(OrganizationRow & { moment: string })[]> {
  const next = after
    ? sql`(o.created_at, o.id) < (${after.moment}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await rowsOf({ ...organizationRow, moment: text })`
    select ${columns}, o.created_at::text as moment ${source} where ${matching(filters)} and ${next}
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Counts over every organization outside the bin, and the plans on offer. */
export async function readOverview(db: Db): Promise<OrganizationOverview> {
  const [counts, plans] = await Promise.all([
    rowsOf({ total: number, active: number, trial: number, enterprise: number })`
      select count(*)::int as total,
        count(*) filter (where subscription_status = 'active')::int as active,
        count(*) filter (where subscription_status = 'trial')::int as trial,
        count(*) filter (where plan_type = 'enterprise')::int as enterprise
      from organizations where deleted_at is null`.execute(db),
    rowsOf(columnsOf('plans', 'key', 'name', 'max_users'))`
      select key, name, max_users from plans where archived_at is null order by position, key`.execute(db),
  ]);
  const counted = onlyRow(counts.rows);
  return { ...counted, plans: plans.rows };
}

/** An organization outside the bin, or null. */
export async function findOrganization(db: Db, id: string): Promise<OrganizationRow | null> {
  const { rows } = await rowsOf(organizationRow)`
    select ${columns} ${source} where o.id = ${id} and o.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** These outside the bin, in no order. */
export async function listOrganizationsOf(db: Db, ids: string[]): Promise<OrganizationRow[]> {
  const { rows } = await rowsOf(organizationRow)`
    select ${columns} ${source} where o.id = any(${ids}::uuid[]) and o.deleted_at is null`.execute(db);
  return rows;
}

/**
 * The plans among these that an organization can be put on; locks them, so that none is archived before the transaction
 * ends. An organization that exists already is locked first, as archiving a plan locks its subscribers first.
 */
export async function lockOffered(db: Db, plans: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('plans', 'key'))`
    select key from plans where key = any(${plans}::text[]) and archived_at is null
    order by key for share`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Slugs are given out one at a time, on every instance. */
export async function lockSlugs(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atalaya.slugs'))`.execute(db);
}

/** Those that are one of these, or one of these with a hyphen and a number, in the bin too. */
export async function slugsLike(db: Db, slugs: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('organizations', 'slug'))`
    select slug from organizations where slug = any(${slugs}::text[])
      or rtrim(slug, '0123456789') = any(${slugs.map((slug) => `${slug}-`)}::text[])`.execute(db);
  return new Set(rows.map((row) => row.slug));
}

const ADDED = fieldsWith(ORGANIZATION_FIELDS, 'added');
export type NewOrganization = Pick<OrganizationRow, (typeof ADDED)[number]>;

/** Adds organizations, in trial, in their order; the ids in no order. One statement text, prepared once. */
export async function insertOrganizations(db: Db, organizations: NewOrganization[]): Promise<string[]> {
  const columns = columnList(ADDED);
  const { rows } = await rowsOf(columnsOf('organizations', 'id'))`
    insert into organizations (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::organizations, ${JSON.stringify(organizations)}::jsonb) with ordinality
    order by ordinality returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What may be changed of an organization whose row is locked. */
export type OrganizationChange = Partial<Pick<OrganizationRow, Used<typeof ORGANIZATION_FIELDS, 'form'>>>;

/** Stores the given columns alone: the role of a tenant may write some of them only. */
export async function saveOrganization(db: Db, id: string, change: OrganizationChange): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Those of these slugs that an organization outside the bin has. */
export async function namesTaken(db: Db, slugs: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('organizations', 'slug'))`
    select asked.slug from unnest(${slugs}::text[]) as asked (slug)
    where exists (select 1 from organizations o where o.slug = asked.slug and o.deleted_at is null)`.execute(
    db,
  );
  return new Set(rows.map((row) => row.slug));
}
