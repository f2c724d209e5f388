import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { AuditFilters, AuditListQuery } from '@atalaya/contract/audit';
import type { Db } from '../../platform/database/database.ts';
import { containingLower } from '../../platform/database/search-pattern.ts';
import { boolean, json, nullable, number, text, uuid } from '../../platform/database/columns.ts';
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

const listedEntry = { ...auditEntryRow, parts: json<Record<string, number>>() };
export type ListedEntryRow = RowOf<typeof listedEntry>;

/** What the actor may see at most; row level security holds an admin to their organization already. */
export type Reach = {
  organization_id: string | null;
  /** The sign-ins of this person alone. */
  sign_ins_of: string | null;
};

const nameIn = (column: 'before' | 'after') => {
  const of = (key: string) => sql`nullif(trim(a.${sql.ref(column)} ->> ${sql.lit(key)}), '')`;
  return sql`coalesce(nullif(full_name(coalesce(${of('first_name')}, ''), coalesce(${of('last_name')}, '')), ''),
    ${of('name')}, ${of('title')}, ${of('code')}, ${of('email')})`;
};

const columns = sql`a.id, a.created_at, a.created_at::text as moment, a.actor_profile_id, a.actor_email,
  a.actor_name, a.action, a.object_type, a.object_id,
  coalesce(${nameIn('after')}, ${nameIn('before')}, nullif(full_name(q.first_name, q.last_name), ''), b.name,
    k.title, i.code)
    as object_name,
  a.organization_id, o.name as organization_name, a.before, a.after, a.ip_address, a.user_agent, a.request_id,
  a.api_key_id`;

const joined = sql`left join profiles q on q.id = a.object_id
  left join organizations b on b.id = a.object_id
  left join tickets k on k.id = a.object_id
  left join invoices i on i.id = a.object_id
  left join organizations o on o.id = a.organization_id`;

/** With the other ids under which changes of the object are kept. */
export type Sought = AuditFilters & { also_about?: readonly string[] };

function matching(filters: Sought, reach: Reach) {
  const conditions = [sql`true`];
  const organizations = [reach.organization_id, filters.organization_id].filter((id) => id != null);
  for (const id of organizations) conditions.push(sql`a.organization_id = ${id}`);
  if (reach.sign_ins_of)
    conditions.push(sql`a.actor_profile_id = ${reach.sign_ins_of} and a.action like 'session.%'`);
  if (filters.object_id) {
    const ids = [filters.object_id, ...(filters.also_about ?? [])];
    conditions.push(sql`a.object_id = any(${ids}::uuid[])`);
  }
  if (filters.request_id) conditions.push(sql`a.request_id = ${filters.request_id}`);
  const actor = filters.actor?.trim();
  if (actor) conditions.push(sql`lower(a.actor_email) like ${containingLower(actor)}`);
  if (filters.action)
    conditions.push(sql`(a.action = ${filters.action} or starts_with(a.action, ${`${filters.action}.`}))`);
  if (filters.from) conditions.push(sql`a.created_at >= ${filters.from}::timestamptz`);
  if (filters.to) conditions.push(sql`a.created_at < ${filters.to}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

/** Filters that look for single changes: the others leave each request whole. */
const SINGLE = ['actor', 'action', 'object_id', 'request_id'] as const satisfies (keyof AuditFilters)[];

/**
 * Which entries the list shows of a request, and which others each comes before: for the organization whose log is
 * read, or for who reads the logs of all. null: every entry is shown, on its own.
 */
function groupingFor(filters: AuditFilters, reach: Reach) {
  if (reach.sign_ins_of !== null || SINGLE.some((name) => filters[name])) return null;
  if (reach.organization_id ?? filters.organization_id)
    return {
      leads: sql`a.part_for is distinct from 'all'`,
      parts: sql`b.part_for = 'all' and b.organization_id is not distinct from a.organization_id`,
    };
  return { leads: sql`a.part_for is null`, parts: sql`b.part_for is not null` };
}

/** How many other entries the request of an entry wrote, by their action. */
const partsOf = (parts: RawBuilder<unknown>) => sql`coalesce((
  select jsonb_object_agg(of.action, of.count) from (
    select b.action, count(*) as count from audit_entries b
    where b.request_id = a.request_id and ${parts} group by b.action) of), '{}')`;

/** One page, newest first, and exactly how many match. */
export async function listAudit(
  db: Db,
  query: AuditListQuery & Sought,
  reach: Reach,
): Promise<{ rows: ListedEntryRow[]; total: number }> {
  const grouping = groupingFor(query, reach);
  const matches = sql.join([matching(query, reach), grouping?.leads ?? sql`true`], sql` and `);
  const parts = grouping ? partsOf(grouping.parts) : sql`'{}'::jsonb`;
  const [page, counted] = await Promise.all([
    rowsOf(listedEntry)`
      select ${columns}, ${parts} as parts
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
  filters: Sought,
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

/** The other ids that entries about a person have: of their account, and of invitations that they accepted. */
export async function listIdsOfPerson(db: Db, id: string): Promise<string[]> {
  const { rows } = await rowsOf({ id: uuid })`
    select user_id as id from profiles where id = ${id} and user_id is not null
    union all select id from organization_invitations where accepted_by = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

const joiningRow = {
  ...columnsOf('profiles', 'created_at', 'email', 'first_name', 'last_name'),
  has_entry: boolean,
  is_by_self: boolean,
  creator_name: nullable(text),
  file: nullable(text),
  invited_at: nullable(ROWS.organization_invitations.created_at),
  inviter_name: nullable(text),
  accepted_at: ROWS.organization_invitations.accepted_at,
};
export type JoiningRow = RowOf<typeof joiningRow>;

/** The records of how a person joined; null: there is no such person. */
export async function findJoining(db: Db, id: string): Promise<JoiningRow | null> {
  const { rows } = await rowsOf(joiningRow)`
    select p.created_at, p.email, p.first_name, p.last_name, c.id is not null as has_entry,
      c.id is not null and coalesce(c.actor_profile_id = p.id, true) as is_by_self,
      coalesce(c.actor_name, c.actor_email) as creator_name, f.file,
      i.created_at as invited_at, i.accepted_at,
      coalesce((select nullif(full_name(s.first_name, s.last_name), '') from profiles s where s.id = i.invited_by),
        name_of_super_admin(i.invited_by)) as inviter_name
    from profiles p
    left join lateral (select a.id, a.created_at, a.request_id, a.actor_profile_id, a.actor_name, a.actor_email
      from audit_entries a
      where a.object_type = 'user' and a.object_id = p.id and a.action = 'user.created'
      order by a.created_at limit 1) c on true
    left join lateral (select b.after ->> 'name' as file from audit_entries b
      where b.request_id = c.request_id and b.action = 'transfer.imported' limit 1) f on true
    left join lateral (select n.created_at, n.accepted_at, n.invited_by from organization_invitations n
      where n.accepted_by = p.id and n.accepted_at is not null
      order by n.accepted_at desc limit 1) i on true
    where p.id = ${id}`.execute(db);
  return rows[0] ?? null;
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
  const person = sql`coalesce(nullif(full_name(first_name, last_name), ''), email)`;
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
