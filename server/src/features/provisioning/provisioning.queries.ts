import { sql } from 'kysely';
import { PAGE_SIZE, SCIM_LOG_DAYS, SCIM_LOG_MAX } from '@atalaya/contract/limits';
import type { ProvisionedChange } from '@atalaya/contract/provisioning';
import type { SubscriptionStatus } from '@atalaya/contract/subscription-states';
import type { Database, Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, json, nullable, number, text } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';
import { unflushed } from '../../platform/database/unflushed.ts';
import type { Values } from './scim/scim-resource.ts';

const tokenRow = columnsOf('scim_tokens', 'id', 'prefix', 'created_by_name', 'created_at', 'last_used_at');
export type TokenRow = RowOf<typeof tokenRow>;

/** The tokens of a connection that work, oldest first. */
export async function listTokens(db: Db, connection_id: string): Promise<TokenRow[]> {
  const { rows } = await rowsOf(tokenRow)`
    select id, prefix, created_by_name, created_at, last_used_at from scim_tokens
    where connection_id = ${connection_id} and revoked_at is null order by id`.execute(db);
  return rows;
}

export async function insertToken(
  db: Db,
  of: { connection_id: string; organization_id: string; created_by_name: string },
  { prefix, token_hash }: { prefix: string; token_hash: Buffer },
): Promise<string> {
  const { rows } = await rowsOf(columnsOf('scim_tokens', 'id'))`
    insert into scim_tokens (connection_id, organization_id, created_by_name, prefix, token_hash)
    values (${of.connection_id}, ${of.organization_id}, ${of.created_by_name}, ${prefix}, ${token_hash})
    returning id`.execute(db);
  return onlyRow(rows).id;
}

/** Its prefix, or null where there is no such token that works. */
export async function revokeToken(db: Db, connection_id: string, id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('scim_tokens', 'prefix'))`
    update scim_tokens set revoked_at = now()
    where id = ${id} and connection_id = ${connection_id} and revoked_at is null returning prefix`.execute(
    db,
  );
  return rows[0]?.prefix ?? null;
}

const clientRow = columnsOf('scim_tokens', 'id', 'connection_id', 'organization_id');

/** Whose token this is, of an organization outside the bin; its use is noted once a minute. */
export async function findClient(
  db: Database['kysely'],
  token_hash: Buffer,
): Promise<RowOf<typeof clientRow> | null> {
  const { rows } = await rowsOf(clientRow)`
    with found as (
      select t.id, t.connection_id, t.organization_id, t.last_used_at from scim_tokens t
      join organizations o on o.id = t.organization_id and o.deleted_at is null
      where t.token_hash = ${token_hash} and t.revoked_at is null
    ), used as (
      update scim_tokens set last_used_at = now()
      where id = (select id from found where last_used_at is null or last_used_at < now() - interval '1 minute')
    )
    select id, connection_id, organization_id from found`.execute(db);
  return rows[0] ?? null;
}

export type Logged = {
  connection_id: string;
  organization_id: string;
  token_id: string;
  method: string;
  path: string;
  status: number;
  request: string | null;
  answer: string | null;
  changes: ProvisionedChange[];
};

/** Keeps no provider waiting for the disk: what a request has changed is in the audit log. */
export async function insertRequests(db: Db, logged: Logged[]): Promise<void> {
  await sql`insert into scim_requests
      (connection_id, organization_id, token_id, method, path, status, request, answer, changes)
    select connection_id, organization_id, token_id, method, path, status, request, answer, changes
    from jsonb_to_recordset(${JSON.stringify(logged)}::jsonb)
      as one (connection_id uuid, organization_id uuid, token_id uuid, method text, path text, status smallint,
        request text, answer text, changes jsonb)
    cross join ${unflushed}`.execute(db);
}

const requestRow = {
  ...columnsOf('scim_requests', 'id', 'method', 'path', 'status', 'request', 'answer', 'created_at'),
  changes: json<Logged['changes']>(),
};
export type RequestRow = RowOf<typeof requestRow>;

/** A page of what was asked, newest first, and how much there is. */
export async function listRequests(
  db: Db,
  connection_id: string,
  page: number,
): Promise<{ rows: RequestRow[]; total: number }> {
  const { rows } = await rowsOf(requestRow)`
    select id, method, path, status, request, answer, created_at, changes from scim_requests
    where connection_id = ${connection_id}
    order by id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db);
  const counted = await rowsOf({ total: number })`
    select count(*)::int as total from scim_requests where connection_id = ${connection_id}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Forgets the oldest of a connection where there are too many. */
export async function trimRequests(db: Db, connection_id: string): Promise<void> {
  await sql`delete from scim_requests where connection_id = ${connection_id} and id <= (
    select id from scim_requests where connection_id = ${connection_id}
    order by id desc offset ${SCIM_LOG_MAX} limit 1)`.execute(db);
}

export async function deleteOldRequests(db: SystemDb): Promise<void> {
  await sql`delete from scim_requests
    where created_at < now() - make_interval(days => ${SCIM_LOG_DAYS})`.execute(db);
}

/** What its subscription lets an organization do. */
export async function readStatus(db: Db, organization_id: string): Promise<SubscriptionStatus | null> {
  const { rows } = await rowsOf(columnsOf('organizations', 'subscription_status'))`
    select subscription_status from organizations where id = ${organization_id}`.execute(db);
  return rows[0]?.subscription_status ?? null;
}

/** How many people and groups the provider has told of. */
export async function countTold(db: Db, connection_id: string): Promise<{ people: number; groups: number }> {
  const { rows } = await rowsOf({ people: number, groups: number })`
    select (select count(*)::int from scim_users where connection_id = ${connection_id}) as people,
      (select count(*)::int from scim_groups where connection_id = ${connection_id}) as groups`.execute(db);
  return rows[0] ?? { people: 0, groups: 0 };
}

const toldRow = {
  ...columnsOf('scim_users', 'id', 'profile_id', 'user_name'),
  resource: json<Values>(),
  ...columnsOf('profiles', 'first_name', 'last_name', 'email', 'role'),
  is_active: boolean,
  /** Of the groups that give a role: names and ids. */
  groups: json<string[]>(),
};
export type ToldRow = RowOf<typeof toldRow>;

/** The next people of whom the provider has told, with what they are here, by id. */
export async function listToldAfter(
  db: Db,
  connection_id: string,
  after: string | null,
  limit: number,
): Promise<ToldRow[]> {
  const { rows } = await rowsOf(toldRow)`
    select u.id, u.profile_id, u.user_name, u.resource, p.first_name, p.last_name, p.email, p.role,
      (p.is_active and p.deleted_at is null) as is_active,
      coalesce((select jsonb_agg(names.one) from scim_group_members m join scim_groups g on g.id = m.group_id
        cross join lateral (values (g.display_name), (g.external_id), (g.id::text)) as names (one)
        where m.user_id = u.id and names.one is not null), '[]') as groups
    from scim_users u join profiles p on p.id = u.profile_id
    where u.connection_id = ${connection_id} and (${after}::uuid is null or u.id > ${after}::uuid)
    order by u.id limit ${limit}`.execute(db);
  return rows;
}

const strangerRow = { ...columnsOf('profiles', 'id', 'email'), name: text };

/** Active people of the organization of whom no provider has told, and how many there are. */
export async function listUntold(
  db: Db,
  organization_id: string,
  limit: number,
): Promise<{ rows: RowOf<typeof strangerRow>[]; total: number }> {
  const { rows } = await rowsOf({ ...strangerRow, total: nullable(number) })`
    select p.id, p.email, full_name(p.first_name, p.last_name) as name, count(*) over ()::int as total
    from profiles p
    where p.organization_id = ${organization_id} and p.is_active and p.deleted_at is null
      and not exists (select 1 from scim_users u where u.profile_id = p.id)
    order by p.id limit ${limit}`.execute(db);
  return { rows: rows.map(({ id, email, name }) => ({ id, email, name })), total: rows[0]?.total ?? 0 };
}
