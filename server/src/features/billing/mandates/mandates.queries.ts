import { sql } from 'kysely';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { MandateListQuery } from '@atalaya/contract/mandates';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { json, notNull, number } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import {
  assignments,
  columnList,
  columnsOf,
  onlyRow,
  rowsOf,
  selected,
} from '../../../platform/database/rows.ts';
import { containing } from '../../../platform/database/search-pattern.ts';
import { fieldsWith, pick } from '../../../platform/records/fields.ts';
import { AMENDED, MANDATE_FIELDS } from './mandates.fields.ts';

const creditorRow = {
  ...columnsOf('sepa_creditor', 'name', 'iban', 'bic', 'identifier', 'core_days', 'b2b_days', 'version'),
};
export type CreditorRow = RowOf<typeof creditorRow>;

/** Who collects, or null; locked until the transaction ends where it `locks`. */
export async function findCreditor(db: SystemDb, { locks }: { locks: boolean }): Promise<CreditorRow | null> {
  const { rows } = await rowsOf(creditorRow)`
    select name, iban, bic, identifier, core_days, b2b_days, version from sepa_creditor
    ${locks ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

export async function saveCreditor(db: SystemDb, creditor: Omit<CreditorRow, 'version'>): Promise<void> {
  const { name, iban, bic, identifier, core_days, b2b_days } = creditor;
  await sql`
    insert into sepa_creditor (name, iban, bic, identifier, core_days, b2b_days)
    values (${name}, ${iban}, ${bic}, ${identifier}, ${core_days}, ${b2b_days})
    on conflict (only_one) do update set name = excluded.name, iban = excluded.iban, bic = excluded.bic,
      identifier = excluded.identifier, core_days = excluded.core_days, b2b_days = excluded.b2b_days,
      version = sepa_creditor.version + 1, updated_at = now()`.execute(db);
}

const own = columnsOf('mandates', ...fieldsWith(MANDATE_FIELDS, 'listed'));
const mandateRow = {
  ...own,
  organization_name: ROWS.organizations.name,
  used_on: ROWS.mandate_uses.used_on,
  expires_on: notNull(ROWS.mandate_uses.expires_on),
};
export type MandateRow = RowOf<typeof mandateRow>;

const source = sql`from mandates m join organizations o on o.id = m.organization_id
  join mandate_uses u on u.mandate_id = m.id`;
const columns = sql`${selected('m', own)}, o.name as organization_name, u.used_on, u.expires_on`;

export async function listMandates(
  db: Db,
  { search, status, organization_id, page }: MandateListQuery,
): Promise<{ rows: MandateRow[]; total: number }> {
  const conditions = [sql`true`];
  if (status) conditions.push(sql`m.status = ${status}`);
  if (organization_id) conditions.push(sql`m.organization_id = ${organization_id}`);
  const sought = search?.trim();
  if (sought)
    conditions.push(
      sql`search_text(m.reference || ' ' || m.debtor_name || ' ' || o.name) like ${containing(sought)}`,
    );
  const where = sql.join(conditions, sql` and `);
  const [mandates, count] = await Promise.all([
    rowsOf(mandateRow)`select ${columns} ${source} where ${where} order by m.id desc
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from mandates m
      join organizations o on o.id = m.organization_id where ${where}`.execute(db),
  ]);
  return { rows: mandates.rows, total: count.rows[0]?.total ?? 0 };
}

export async function findMandate(db: Db, id: string): Promise<MandateRow | null> {
  const { rows } = await rowsOf(mandateRow)`select ${columns} ${source} where m.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Those of them that are active; of all organizations, where none are named, those past their day. */
export async function listActive(
  db: SystemDb,
  of: { organization_ids: string[] } | { expired_on: string },
): Promise<MandateRow[]> {
  const which =
    'expired_on' in of
      ? sql`u.expires_on < ${of.expired_on}::date`
      : sql`m.organization_id = any(${of.organization_ids}::uuid[])`;
  const { rows } = await rowsOf(mandateRow)`select ${columns} ${source}
    where m.status = 'active' and ${which} order by m.id limit 1000`.execute(db);
  return rows;
}

/** Whether another mandate has a reference, however it is written. */
export async function isReferenceTaken(
  db: SystemDb,
  reference: string,
  but: string | null,
): Promise<boolean> {
  const { rows } = await sql`select 1 from mandates
    where upper(reference) = upper(${reference}) and id is distinct from ${but}::uuid`.execute(db);
  return rows.length > 0;
}

const ADDED = fieldsWith(MANDATE_FIELDS, 'added');
export type NewMandate = Pick<MandateRow, (typeof ADDED)[number]>;

export async function insertMandate(db: SystemDb, mandate: NewMandate): Promise<string> {
  const { rows } = await rowsOf(columnsOf('mandates', 'id'))`
    insert into mandates (${columnList(ADDED)})
    select ${columnList(ADDED)}
    from jsonb_populate_record(null::mandates, ${JSON.stringify(pick(mandate, ADDED))}::jsonb)
    returning id`.execute(db);
  return onlyRow(rows).id;
}

export type Amended = Pick<MandateRow, (typeof AMENDED)[number]>;

export async function amend(db: SystemDb, id: string, to: Amended): Promise<void> {
  await sql`update mandates set ${assignments(AMENDED, to)}, version = version + 1
    where id = ${id}`.execute(db);
}

/** It is not active any more. */
export async function end(db: SystemDb, id: string, status: MandateRow['status']): Promise<void> {
  await sql`update mandates set status = ${status}, version = version + 1 where id = ${id}`.execute(db);
}

export type MandateChange = { field: string; before: string | null; after: string | null };
const eventRow = {
  ...columnsOf('mandate_events', 'id', 'kind', 'reason', 'created_at'),
  changes: json<MandateChange[]>(),
};
export type EventRow = RowOf<typeof eventRow>;

/** Newest first. */
export async function listEvents(db: Db, mandate_id: string): Promise<EventRow[]> {
  const { rows } = await rowsOf(eventRow)`select id, kind, reason, created_at, changes from mandate_events
    where mandate_id = ${mandate_id} order by id desc limit 200`.execute(db);
  return rows;
}

export async function insertEvent(
  db: SystemDb,
  { id, organization_id }: Pick<MandateRow, 'id' | 'organization_id'>,
  { kind, reason = null, changes = [] }: Pick<EventRow, 'kind'> & Partial<EventRow>,
): Promise<void> {
  await sql`insert into mandate_events (organization_id, mandate_id, kind, reason, changes)
    values (${organization_id}, ${id}, ${kind}, ${reason}, ${JSON.stringify(changes)}::jsonb)`.execute(db);
}
