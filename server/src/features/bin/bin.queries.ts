import { sql } from 'kysely';
import { BIN_TYPES } from '@atalaya/contract/choices';
import { BIN_DAYS, PAGE_SIZE } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { instant, nullable, number, oneOf, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { containing } from '../../platform/database/search-pattern.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

const purgedPerson = columnsOf('profiles', 'id', 'organization_id', 'email');
export type PurgedPerson = RowOf<typeof purgedPerson>;

/** Locks people who have been in the bin for its 30 days; none that another instance is purging. */
export async function lockDuePeople(db: SystemDb, limit: number) {
  const { rows } = await rowsOf({ ...purgedPerson, ...columnsOf('profiles', 'user_id') })`
    select id, user_id, organization_id, email from profiles
    where deleted_at < now() - make_interval(days => ${BIN_DAYS})
    order by deleted_at limit ${limit} for update skip locked`.execute(db);
  return rows;
}

const binRow = {
  id: uuid,
  type: oneOf(...BIN_TYPES),
  name: text,
  detail: text,
  organization_name: nullable(text),
  deleted_at: instant,
  deleted_by: nullable(text),
  days_left: nullable(number),
};
export type BinRow = RowOf<typeof binRow>;

/** `organization_id` null: of all; `everything`: also what is not people; `type` absent: every kind of these. */
type BinReach = {
  organization_id: string | null;
  everything: boolean;
  type?: BinRow['type'] | undefined;
  search?: string | undefined;
};

/** Apart: of replies no tenant reads the table. */
const NOT_PEOPLE = sql`union all
    select 'ticket', id, title, '#' || number, organization_id, deleted_at
    from tickets where deleted_at is not null
    union all
    select 'organization', id, name, slug, id, deleted_at
    from organizations where deleted_at is not null
    union all
    select 'plan', id, name, key, null::uuid, archived_at
    from plans where archived_at is not null
    union all
    select 'canned_reply', id, title, left(body, 120), null::uuid, deleted_at
    from ticket_canned_replies where deleted_at is not null`;

/** One page of what is in the bin, newest first, and how many. */
export async function listBin(db: Db, reach: BinReach, page: number) {
  const { organization_id, everything, type } = reach;
  const search = reach.search?.trim();
  const entries = sql`(
    select 'user' as type, id, full_name(first_name, last_name) as name, email as detail, organization_id,
      deleted_at
    from profiles where deleted_at is not null
    ${everything ? NOT_PEOPLE : sql``})`;
  const asked = sql.join(
    [
      sql`(${organization_id}::uuid is null or b.organization_id = ${organization_id}::uuid)`,
      type ? sql`b.type = ${type}` : sql`true`,
      search ? sql`search_text(b.name || ' ' || b.detail) like ${containing(search)}` : sql`true`,
    ],
    sql` and `,
  );
  const [list, counted] = await Promise.all([
    rowsOf(binRow)`
      select b.type, b.id, b.name, b.detail, b.deleted_at, a.deleted_by,
        case when b.type = 'organization' then null else o.name end as organization_name,
        case when b.type <> 'plan' then greatest(0, ceil(extract(epoch from b.deleted_at + make_interval(days => ${BIN_DAYS}) - now()) / 86400))::int end
          as days_left
      from ${entries} b
      left join organizations o on o.id = b.organization_id
      left join lateral (
        select coalesce(l.actor_name, l.actor_email) as deleted_by from audit_entries l
        where l.object_type = b.type and l.object_id = b.id and l.action = b.type || case b.type when 'plan' then '.archived' else '.deleted' end
        order by l.created_at desc, l.id desc limit 1) a on true
      where ${asked}
      order by b.deleted_at desc, b.id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from ${entries} b where ${asked}`.execute(db),
  ]);
  return { rows: list.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Locks a person who is in the bin, or null. */
export async function lockBinnedPerson(db: SystemDb, id: string) {
  const { rows } = await rowsOf({ ...purgedPerson, ...columnsOf('profiles', 'user_id') })`
    select id, user_id, organization_id, email from profiles
    where id = ${id} and deleted_at is not null for update`.execute(db);
  return rows[0] ?? null;
}

/** Deletes a ticket of the bin for good; whose it was, or null. Its files are swept. */
export async function purgeBinnedTicket(db: SystemDb, id: string) {
  const { rows } = await rowsOf(columnsOf('tickets', 'organization_id', 'number', 'title'))`
    delete from tickets where id = ${id} and deleted_at is not null
    returning organization_id, number, title`.execute(db);
  return rows[0] ?? null;
}
