import { sql } from 'kysely';
import { DOMAIN_GRACE_DAYS } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { boolean, instant, nullable, number } from '../../platform/database/columns.ts';
import type { RowOf } from '../../platform/database/columns.ts';
import { columnsOf, onlyRow, rowsOf } from '../../platform/database/rows.ts';

const domainRow = {
  ...columnsOf(
    'organization_domains',
    'id',
    'organization_id',
    'domain',
    'token',
    'proven_at',
    'failing_since',
    'checked_at',
    'problem',
  ),
  /** When one that fails is given up. */
  lost_at: nullable(instant),
};
export type DomainRow = RowOf<typeof domainRow>;

const grace = sql`make_interval(days => ${DOMAIN_GRACE_DAYS})`;
const columns = sql`d.id, d.organization_id, d.domain, d.token, d.proven_at, d.failing_since, d.checked_at,
  d.problem, d.failing_since + ${grace} as lost_at`;

/** The domains of an organization, by name. */
export async function listDomains(db: Db, organization_id: string, limit: number): Promise<DomainRow[]> {
  const { rows } = await rowsOf(domainRow)`
    select ${columns} from organization_domains d where d.organization_id = ${organization_id}
    order by d.domain limit ${limit}`.execute(db);
  return rows;
}

export async function countDomains(db: Db, organization_id: string): Promise<number> {
  const { rows } = await rowsOf({ total: number })`
    select count(*)::int as total from organization_domains
    where organization_id = ${organization_id}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findDomain(db: Db, id: string): Promise<DomainRow | null> {
  const { rows } = await rowsOf(domainRow)`
    select ${columns} from organization_domains d where d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** null where the organization has named it already. */
export async function insertDomain(
  db: Db,
  { organization_id, domain, token }: Pick<DomainRow, 'organization_id' | 'domain' | 'token'>,
): Promise<DomainRow | null> {
  const { rows } = await rowsOf(domainRow)`
    insert into organization_domains as d (organization_id, domain, token)
    values (${organization_id}, ${domain}, ${token})
    on conflict (organization_id, domain) do nothing returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

/** Gives one up; as it was, or null where there is none. */
export async function deleteDomain(db: Db, id: string): Promise<DomainRow | null> {
  const { rows } = await rowsOf(domainRow)`
    delete from organization_domains d where d.id = ${id} returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

export async function isProven(db: Db, organization_id: string, domain: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from organization_domains
    where organization_id = ${organization_id} and domain = ${domain} and proven_at is not null`.execute(db);
  return rows.length === 1;
}

/** Proven domains in the order of their ids, after one of them. */
export async function listProvenAfter(
  db: SystemDb,
  after: string | null,
  limit: number,
): Promise<DomainRow[]> {
  const { rows } = await rowsOf(domainRow)`
    select ${columns} from organization_domains d
    where d.proven_at is not null and (${after}::uuid is null or d.id > ${after}::uuid)
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * A domain as it is now, with whether another organization has proven it. Of two that prove the same domain at once the
 * later one waits, and sees what the other has done.
 */
export async function lockDomain(db: SystemDb, { id, domain }: Pick<DomainRow, 'id' | 'domain'>) {
  await sql`select pg_advisory_xact_lock(hashtextextended('domain ' || ${domain}, 0))`.execute(db);
  const { rows } = await rowsOf({ ...domainRow, is_taken: boolean, is_over: boolean })`
    select ${columns}, coalesce(d.failing_since + ${grace} <= now(), false) as is_over, exists (
      select from organization_domains other
      where other.domain = d.domain and other.proven_at is not null and other.id <> d.id) as is_taken
    from organization_domains d where d.id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

/** `pending` gives up what was proven. */
export async function saveCheck(
  db: SystemDb,
  id: string,
  { problem, state }: { problem: DomainRow['problem']; state: 'pending' | 'proven' | 'failing' },
): Promise<DomainRow> {
  const { rows } = await rowsOf(domainRow)`
    update organization_domains d set problem = ${problem}, checked_at = now(), updated_at = now(),
      proven_at = case when ${state} <> 'pending' then coalesce(d.proven_at, now()) end,
      failing_since = case when ${state} = 'failing' then coalesce(d.failing_since, now()) end
    where d.id = ${id} returning ${columns}`.execute(db);
  return onlyRow(rows);
}
