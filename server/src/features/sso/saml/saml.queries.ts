import { sql } from 'kysely';
import type { SystemDb } from '../../../platform/database/database.ts';
import { bytes, number, uuid } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import { nearestWarning } from '../../../platform/database/warning-days.ts';

/** Minutes in which a browser fetches what came of an answer. */
const MINUTES = 2;

export type StoredAnswer = {
  connection_id: string;
  assertion_id: string;
  token_hash: Buffer;
  sealed: Buffer;
  usable_until: Date;
};

/** Uses an assertion up, and keeps what it says for the browser; false where it has been used before. */
export async function insertAnswer(db: SystemDb, answer: StoredAnswer): Promise<boolean> {
  const { rows } = await sql`
    insert into saml_answers (connection_id, assertion_id, token_hash, sealed, usable_until)
    values (${answer.connection_id}, ${answer.assertion_id}, ${answer.token_hash}, ${answer.sealed},
      ${answer.usable_until})
    on conflict (connection_id, assertion_id) do nothing returning 1`.execute(db);
  return rows.length === 1;
}

/** What an answer says, for the first who asks; null for all others, and for who comes too late. */
export async function takeAnswer(db: SystemDb, token_hash: Buffer) {
  const { rows } = await rowsOf({ connection_id: uuid, sealed: bytes })`
    with taken as (
      select connection_id, assertion_id, sealed from saml_answers
      where token_hash = ${token_hash} and arrived_at > now() - make_interval(mins => ${MINUTES})
      for update)
    update saml_answers a set sealed = null, token_hash = null from taken t
    where a.connection_id = t.connection_id and a.assertion_id = t.assertion_id
    returning t.connection_id, t.sealed`.execute(db);
  return rows[0] ?? null;
}

/** Forgets assertions that no provider would have accepted any more, and what was never fetched. */
export async function deleteOldAnswers(db: SystemDb): Promise<void> {
  await sql`delete from saml_answers where usable_until < now()`.execute(db);
  await sql`
    update saml_answers set sealed = null, token_hash = null
    where sealed is not null and arrived_at < now() - make_interval(mins => ${MINUTES})`.execute(db);
}

/** Connections whose metadata are read anew, in the order of their ids, after one of them. */
export async function listRefreshed(db: SystemDb, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('saml_settings', 'connection_id'))`
    select connection_id from saml_settings
    where metadata_url is not null and (${after}::uuid is null or connection_id > ${after}::uuid)
    order by connection_id limit ${limit}`.execute(db);
  return rows.map(({ connection_id }) => connection_id);
}

type Read = {
  sign_in_url: string;
  logout_url: string | null;
  certificates: string[];
  certificates_end: Date;
};

/** Keeps what metadata say now; other certificates are warned of anew. */
export async function saveRead(db: SystemDb, connection_id: string, read: Read): Promise<void> {
  await sql`
    update saml_settings set sign_in_url = ${read.sign_in_url}, logout_url = ${read.logout_url},
      told_days = case when certificates_end = ${read.certificates_end} then told_days end,
      certificates = ${read.certificates}, certificates_end = ${read.certificates_end}, read_at = now(),
      failing_since = null, problem = null
    where connection_id = ${connection_id}`.execute(db);
}

export async function saveFailing(db: SystemDb, connection_id: string, problem: string): Promise<void> {
  await sql`
    update saml_settings set failing_since = coalesce(failing_since, now()), problem = ${problem}
    where connection_id = ${connection_id}`.execute(db);
}

const ending = {
  ...columnsOf('saml_settings', 'connection_id', 'organization_id', 'certificates_end'),
  ...columnsOf('identity_connections', 'name'),
  days: number,
};
export type EndingRow = RowOf<typeof ending>;

/**
 * Marks the connections that are on and whose last certificate ends within so many days, of which the admins have not
 * been told so closely before; `days` is the nearest of those that are given.
 */
export async function markEnding(db: SystemDb, days: readonly number[]): Promise<EndingRow[]> {
  const { rows } = await rowsOf(ending)`
    with due as (
      select x.connection_id, c.name, ${nearestWarning(sql`x.certificates_end`, days)} as days
      from saml_settings x
      join connection_sign_on s on s.connection_id = x.connection_id and s.is_on
      join identity_connections c on c.id = x.connection_id)
    update saml_settings x set told_days = due.days from due
    where x.connection_id = due.connection_id and due.days is not null and (x.told_days is null or x.told_days > due.days)
    returning x.connection_id, x.organization_id, x.certificates_end, due.name, due.days`.execute(db);
  return rows;
}
