import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { USER_TEXT_FILTERS } from '@atalaya/contract/choices';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Role } from '@atalaya/contract/roles';
import type { UserFilters, UserListQuery } from '@atalaya/contract/users';
import type { Db } from '../../platform/database/database.ts';
import { containing, hasTrigram } from '../../platform/database/search-pattern.ts';
import { conditionsOnDays } from '../../platform/database/zoned-days.ts';
import { nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { assignments, columnList, columnsOf, rowsOf, selected } from '../../platform/database/rows.ts';
import { fieldsWith } from '../../platform/records/fields.ts';
import { USER_FIELDS } from './users.fields.ts';

/** A person as stored, with the name of their organization. */
const own = columnsOf('profiles', ...fieldsWith(USER_FIELDS, 'listed'));
const userRow = { ...own, organization_name: nullable(ROWS.organizations.name) };
export type UserRow = RowOf<typeof userRow>;

const columns = sql`${selected('p', own)}, o.name as organization_name`;

/** Each order ends in the id, so that no row is shown on two pages; each but role and status has its index. */
const ORDERS: Record<UserListQuery['sort'], Record<UserListQuery['order'], RawBuilder<unknown>>> = {
  name: {
    asc: sql`search_text(p.last_name), search_text(p.first_name), p.id`,
    desc: sql`search_text(p.last_name) desc, search_text(p.first_name) desc, p.id desc`,
  },
  email: { asc: sql`p.email, p.id`, desc: sql`p.email desc, p.id desc` },
  role: {
    asc: sql`array_position(array['user', 'admin', 'super_admin'], p.role), p.id`,
    desc: sql`array_position(array['user', 'admin', 'super_admin'], p.role) desc, p.id desc`,
  },
  status: { asc: sql`p.is_active desc, p.id`, desc: sql`p.is_active, p.id desc` },
  last_login_at: {
    asc: sql`p.last_login_at nulls first, p.id`,
    desc: sql`p.last_login_at desc nulls last, p.id desc`,
  },
  created_at: { asc: sql`p.created_at, p.id`, desc: sql`p.created_at desc, p.id desc` },
};

function matching(filters: UserFilters) {
  const conditions = [sql`p.deleted_at is null`];
  if (filters.organization_id) conditions.push(sql`p.organization_id = ${filters.organization_id}`);
  if (filters.role) conditions.push(sql`p.role = ${filters.role}`);
  if (filters.status) conditions.push(sql`p.is_active = ${filters.status === 'active'}`);
  conditions.push(
    ...conditionsOnDays(sql`p.last_login_at`, filters.last_login_from, filters.last_login_to),
    ...conditionsOnDays(sql`p.created_at`, filters.created_from, filters.created_to),
  );
  for (const name of USER_TEXT_FILTERS) {
    const part = filters[name]?.trim();
    if (part) conditions.push(sql`search_text(${sql.ref(`p.${name}`)}) like ${containing(part)}`);
  }
  const search = filters.search?.trim();
  if (search) conditions.push(sql`p.search like ${containing(search)}`);
  return sql.join(conditions, sql` and `);
}

/**
 * One page and how many match, exactly.
 * @param most up to so many matches of a search are found by `search_people`, whose index row level security does not
 *   let a tenant's query use; where more people match, and with 0, the table itself is searched.
 */
export async function listUsers(
  db: Db,
  query: UserListQuery,
  most = 0,
): Promise<{ rows: UserRow[]; total: number }> {
  const search = query.search?.trim() ?? '';
  // Found are so many of those that match the search alone: what other filters leave of them may not be all.
  const isNarrowed =
    query.role !== undefined ||
    query.status !== undefined ||
    USER_TEXT_FILTERS.some((name) => query[name] !== undefined);
  if (most > 0 && !isNarrowed && hasTrigram(search)) {
    const found = await readPage(
      db,
      query,
      sql`search_people(array[${containing(search)}], '{}', ${most + 1})`,
    );
    if (found.total <= most) return found;
  }
  return readPage(db, query, sql`profiles`);
}

/**
 * In one statement. The ids of the page come first, by an index, so that the rows skipped on a deep page are never
 * read; the total comes from the kept counters, or from the search itself.
 */
async function readPage(db: Db, query: UserListQuery, people: RawBuilder<unknown>) {
  const order = ORDERS[query.sort][query.order];
  const skipped = (query.page - 1) * PAGE_SIZE;
  // Written out, not passed: a statement whose limit is known keeps its plan, and the first page skips nothing.
  const limit = skipped
    ? sql`limit ${sql.lit(PAGE_SIZE)} offset ${skipped}`
    : sql`limit ${sql.lit(PAGE_SIZE)}`;
  const total = isNarrowed(query) ? sql`count(*) over ()` : sql`(${keptTotal(query)})`;
  const { rows } = await rowsOf({ ...userRow, total: number })`
    select ${columns}, page.total
    from (select p.id, ${total} as total from ${people} p where ${matching(query)} order by ${order} ${limit}) page
    join profiles p on p.id = page.id
    left join organizations o on o.id = p.organization_id
    order by ${order}`.execute(db);
  // Past the last page there is no row to tell the total.
  return { rows, total: rows[0]?.total ?? (skipped ? await countUsers(db, query) : 0) };
}

/** How many match, exactly: from the kept counters, and by counting only where something is searched for. */
export async function countUsers(db: Db, filters: UserFilters): Promise<number> {
  const counted = isNarrowed(filters)
    ? sql`select count(*)::int as total from profiles p where ${matching(filters)}`
    : keptTotal(filters);
  const { rows } = await rowsOf({ total: number })`${counted}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** What the kept counters know nothing of. */
const isNarrowed = (filters: UserFilters) =>
  Boolean(
    filters.search?.trim() ||
    USER_TEXT_FILTERS.some((name) => filters[name]?.trim()) ||
    filters.last_login_from ||
    filters.last_login_to ||
    filters.created_from ||
    filters.created_to,
  );

/** The counters are kept per organization, and over all of them for super_admins. */
function keptTotal({ organization_id, role, status }: UserFilters) {
  const conditions = [organization_id ? sql`organization_id = ${organization_id}` : sql`true`];
  if (role) conditions.push(sql`role = ${role}`);
  if (status) conditions.push(sql`is_active = ${status === 'active'}`);
  return sql`select coalesce(sum(people), 0)::int as total
    from ${sql.table(organization_id ? 'profile_counts' : 'profile_totals')}
    where ${sql.join(conditions, sql` and `)}`;
}

/** The next of those that match, newest first as the list begins, after one whose instant keeps its microseconds. */
export async function listUsersAfter(
  db: Db,
  filters: UserFilters,
  after: { moment: string; id: string } | null,
  limit: number,
): Promise<(UserRow & { moment: string })[]> {
  const next = after
    ? sql`(p.created_at, p.id) < (${after.moment}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await rowsOf({ ...userRow, moment: text })`
    select ${columns}, p.created_at::text as moment
    from profiles p left join organizations o on o.id = p.organization_id
    where ${matching(filters)} and ${next}
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The ids of all that match, lowest first. */
export async function listUserIds(db: Db, filters: UserFilters): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('profiles', 'id'))`
    select p.id from profiles p where ${matching(filters)} order by p.id`.execute(db);
  return rows.map((row) => row.id);
}

/** One person who is not in the bin, or null. */
export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const { rows } = await rowsOf(userRow)`
    select ${columns} from profiles p left join organizations o on o.id = p.organization_id
    where p.id = ${id} and p.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** These people, outside the bin or in it, their rows locked in the order of their ids until the transaction ends. */
export async function lockUsers(db: Db, ids: string[], where: 'listed' | 'bin'): Promise<UserRow[]> {
  const place = where === 'bin' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`;
  // For one id the plan is kept; for a list it is made anew each time.
  const chosen = ids.length === 1 ? sql`p.id = ${ids[0]}` : sql`p.id = any(${ids}::uuid[])`;
  const { rows } = await rowsOf(userRow)`
    select ${columns} from profiles p left join organizations o on o.id = p.organization_id
    where ${chosen} and ${place}
    order by p.id for no key update of p`.execute(db);
  return rows;
}

const ADDED = fieldsWith(USER_FIELDS, 'added');
export type NewUser = Pick<UserRow, (typeof ADDED)[number]>;

/**
 * Adds people, in their order: the ids by address, without those whose address is taken, also by a person in the bin.
 * One statement text for any number, so that it is prepared once.
 */
export async function insertUsers(db: Db, users: NewUser[]): Promise<Map<string, string>> {
  const columns = columnList(ADDED);
  const { rows } = await rowsOf(columnsOf('profiles', 'id', 'email'))`
    insert into profiles (${columns})
    select ${columns} from jsonb_populate_recordset(null::profiles, ${JSON.stringify(users)}::jsonb) with ordinality
    order by ordinality
    on conflict (email) do nothing returning id, email`.execute(db);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const OF_FORM = fieldsWith(USER_FIELDS, 'form');

/** Stores what a screen may change of a person whose row is locked. */
export async function saveUser(db: Db, user: UserRow): Promise<void> {
  await sql`
    update profiles set ${assignments(OF_FORM, user)},
      version = version + 1, updated_at = now()
    where id = ${user.id}`.execute(db);
}

export async function setActive(db: Db, ids: string[], is_active: boolean): Promise<void> {
  await sql`update profiles set is_active = ${is_active}, version = version + 1, updated_at = now()
    where id = any(${ids}::uuid[])`.execute(db);
}

/** A super_admin belongs to no organization: becoming one leaves it. */
export async function setRole(db: Db, ids: string[], role: Role): Promise<void> {
  await sql`update profiles set role = ${role}, version = version + 1, updated_at = now(),
      organization_id = case when ${role} = 'super_admin' then null else organization_id end
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Into the bin, or back out of it. */
export async function setInBin(db: Db, ids: string[], in_bin: boolean): Promise<void> {
  await sql`update profiles set deleted_at = case when ${in_bin} then now() end,
      version = version + 1, updated_at = now()
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Those of these addresses that are taken, also by people in the bin. */
export async function takenEmails(db: Db, emails: string[]): Promise<Set<string>> {
  const { rows } = await rowsOf(columnsOf('profiles', 'email'))`
    select email from profiles where email = any(${emails}::text[])`.execute(db);
  return new Set(rows.map((row) => row.email));
}
