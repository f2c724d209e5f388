import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { AuditFilters, AuditListQuery } from '@atalaya/contract/audit';
import type { Db } from '../../platform/database/database.ts';
import { containingLower } from '../../platform/database/search-pattern.ts';
import { nullable, number, text, uuid } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { ROWS } from '../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../platform/database/rows.ts';

/** One change as its reader may see it (the view audit_entries), with the names of its ids. */
const auditEntryRow = {
  ...columnsOf(
    'audit_entries',
    'id',
    'created_at',
    'actor_profile_id',
    'actor_email',
    'actor_name',
    'action',
    'object_type',
    'object_id',
    'organization_id',
    'ip_address',
    'user_agent',
    'request_id',
    'api_key_id',
    'before',
    'after',
  ),
  /** The same instant with its microseconds: where the next page of an export begins. */
  moment: text,
  object_name: nullable(text),
  organization_name: nullable(ROWS.organizations.name),
};
export type AuditEntryRow = RowOf<typeof auditEntryRow>;

/** What the actor may see at most; row level security holds an admin to their organization already. */
export type Reach = {
  organization_id: string | null;
  /** The sign-ins of this person alone. */
  sign_ins_of: string | null;
};

const nameIn = (column: 'before' | 'after') => {
  const of = (key: string) => sql`nullif(trim(a.${sql.ref(column)} ->> ${sql.lit(key)}), '')`;
  return sql`coalesce(nullif(trim(concat_ws(' ', ${of('first_name')}, ${of('last_name')})), ''),
    ${of('name')}, ${of('title')}, ${of('code')}, ${of('email')})`;
};

const columns = sql`a.id, a.created_at, a.created_at::text as moment, a.actor_profile_id, a.actor_email,
  a.actor_name, a.action, a.object_type, a.object_id,
  coalesce(${nameIn('after')}, ${nameIn('before')}, nullif(trim(q.first_name || ' ' || q.last_name), ''), b.name,
    k.title, i.code)
    as object_name,
  a.organization_id, o.name as organization_name, a.before, a.after, a.ip_address, a.user_agent, a.request_id,
  a.api_key_id`;

const joined = sql`left join profiles q on q.id = a.object_id
  left join organizations b on b.id = a.object_id
  left join tickets k on k.id = a.object_id
  left join invoices i on i.id = a.object_id
  left join organizations o on o.id = a.organization_id`;

function matching(filters: AuditFilters, reach: Reach) {
  const conditions = [sql`true`];
  const organizations = [reach.organization_id, filters.organization_id].filter((id) => id != null);
  for (const id of organizations) conditions.push(sql`a.organization_id = ${id}`);
  if (reach.sign_ins_of)
    conditions.push(sql`a.actor_profile_id = ${reach.sign_ins_of} and a.action like 'session.%'`);
  if (filters.object_id) conditions.push(sql`a.object_id = ${filters.object_id}`);
  const actor = filters.actor?.trim();
  if (actor) conditions.push(sql`lower(a.actor_email) like ${containingLower(actor)}`);
  if (filters.action)
    conditions.push(sql`(a.action = ${filters.action} or starts_with(a.action, ${`${filters.action}.`}))`);
  if (filters.from) conditions.push(sql`a.created_at >= ${filters.from}::timestamptz`);
  if (filters.to) conditions.push(sql`a.created_at < ${filters.to}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

/** One page, newest first, and exactly how many match. */
export async function listAudit(
  db: Db,
  query: AuditListQuery,
  reach: Reach,
): Promise<{ rows: AuditEntryRow[]; total: number }> {
  const matches = matching(query, reach);
  const [page, counted] = await Promise.all([
    rowsOf(auditEntryRow)`
      select ${columns}
      from (select a.id from audit_entries a where ${matches} order by a.created_at desc, a.id desc
        limit ${sql.lit(PAGE_SIZE)} offset ${(query.page - 1) * PAGE_SIZE}) page
      join audit_entries a on a.id = page.id ${joined}
      order by a.created_at desc, a.id desc`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from audit_entries a where ${matches}`.execute(
      db,
    ),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** The next `limit` rows that match, older than the last one written. */
export async function listOlder(
  db: Db,
  filters: AuditFilters,
  reach: Reach,
  last: Pick<AuditEntryRow, 'moment' | 'id'> | null,
  limit: number,
): Promise<AuditEntryRow[]> {
  const older = last
    ? sql`(a.created_at, a.id) < (${last.moment}::timestamptz, ${last.id}::uuid)`
    : sql`true`;
  const { rows } = await rowsOf(auditEntryRow)`
    select ${columns}
    from (select a.id from audit_entries a where ${matching(filters, reach)} and ${older}
      order by a.created_at desc, a.id desc limit ${limit}) page
    join audit_entries a on a.id = page.id ${joined}
    order by a.created_at desc, a.id desc`.execute(db);
  return rows;
}

/** One change within reach, or null. */
export async function findAuditEntry(db: Db, id: string, reach: Reach): Promise<AuditEntryRow | null> {
  const { rows } = await rowsOf(auditEntryRow)`
    select ${columns} from audit_entries a ${joined}
    where a.id = ${id} and ${matching({}, reach)}`.execute(db);
  return rows[0] ?? null;
}

/**
 * What things are called now, by their ids: those that the transaction sees. An account goes by the name of its person,
 * a payment by what its invoice is called, a key by what was kept of its making, since no user reads another's keys.
 */
export async function findNames(db: Db, ids: string[]): Promise<Record<string, string>> {
  const asked = sql`any(${ids}::uuid[])`;
  const person = sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)`;
  const { rows } = await rowsOf({ id: uuid, name: text })`
    select id, ${person} as name from profiles where id = ${asked}
    union all select user_id, ${person} from profiles where user_id = ${asked}
    union all select id, ${person} from support_people() where id = ${asked}
    union all select id, name from organizations where id = ${asked}
    union all select id, name from plans where id = ${asked}
    union all select id, title from tickets where id = ${asked}
    union all select id, code from invoices where id = ${asked}
    union all select p.id, i.code from payments p join invoices i on i.id = p.invoice_id where p.id = ${asked}
    union all select id, email from organization_invitations where id = ${asked}
    union all select object_id, after ->> 'name' from audit_log
      where object_type = 'api_key' and action = 'api_key.created' and object_id = ${asked}
        and after ->> 'name' is not null`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
