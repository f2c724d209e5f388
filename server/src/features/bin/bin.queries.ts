import { sql } from 'kysely';
import { BIN_DAYS, PAGE_SIZE } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { instant, nullable, number, oneOf, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
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
  type: oneOf('user', 'organization', 'ticket'),
  name: text,
  detail: text,
  organization_name: nullable(text),
  deleted_at: instant,
  deleted_by: nullable(text),
  days_left: number,
};
export type BinRow = RowOf<typeof binRow>;

/**
 * One page of what is in the bin, newest first, and how many. `organization_id` null: of all; `everything`: also
 * organizations and tickets.
 */
export async function listBin(
  db: Db,
  { organization_id, everything }: { organization_id: string | null; everything: boolean },
  page: number,
) {
  const entries = sql`(
    select 'user' as type, id, trim(first_name || ' ' || last_name) as name, email as detail, organization_id,
      deleted_at
    from profiles where deleted_at is not null
    union all
    select 'ticket', id, title, '#' || number, organization_id, deleted_at
    from tickets where deleted_at is not null and ${everything}
    union all
    select 'organization', id, name, slug, id, deleted_at
    from organizations where deleted_at is not null and ${everything})`;
  const asked = sql`${organization_id}::uuid is null or b.organization_id = ${organization_id}::uuid`;
  const [list, counted] = await Promise.all([
    rowsOf(binRow)`
      select b.type, b.id, b.name, b.detail, b.deleted_at, a.deleted_by,
        case when b.type = 'organization' then null else o.name end as organization_name,
        greatest(0, ceil(extract(epoch from b.deleted_at + make_interval(days => ${BIN_DAYS}) - now()) / 86400))::int
          as days_left
      from ${entries} b
      left join organizations o on o.id = b.organization_id
      left join lateral (
        select coalesce(l.actor_name, l.actor_email) as deleted_by from audit_entries l
        where l.object_type = b.type and l.object_id = b.id and l.action = b.type || '.deleted'
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

/** Deletes people for good, with what only they hold up: the invitations that they sent or accepted, their accounts. */
export async function purgePeople(db: SystemDb, ids: string[], user_ids: string[]): Promise<void> {
  await sql`update organization_invitations set accepted_by = null
    where accepted_by = any(${ids}::uuid[])`.execute(db);
  await sql`delete from organization_invitations where invited_by = any(${ids}::uuid[])`.execute(db);
  await sql`delete from profiles where id = any(${ids}::uuid[])`.execute(db);
  await sql`delete from auth."user" where id = any(${user_ids}::uuid[])`.execute(db);
}
