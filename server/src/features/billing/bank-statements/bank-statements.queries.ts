import { sql } from 'kysely';
import { statusesWith } from '@atalaya/contract/debit-run-states';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { SystemDb } from '../../../platform/database/database.ts';
import { number, texts } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { Known } from './statement-match.ts';
import type { ReadStatement } from './statement-reader.ts';

const statementRow = {
  ...columnsOf(
    'bank_statements',
    'id',
    'account',
    'reference',
    'closed_on',
    'opening_cents',
    'closing_cents',
  ),
  ...columnsOf('bank_statements', 'created_at'),
  entries: number,
  open_entries: number,
};
export type StatementRow = RowOf<typeof statementRow>;
const statementColumns = sql`s.id, s.account, s.reference, s.closed_on::text as closed_on, s.opening_cents,
  s.closing_cents, s.created_at, e.entries, e.open_entries`;
const source = sql`from bank_statements s cross join lateral (select count(*)::int as entries,
  (count(*) filter (where status = 'open'))::int as open_entries from bank_entries where statement_id = s.id) e`;

export async function listStatements(
  db: SystemDb,
  page: number,
): Promise<{ rows: StatementRow[]; total: number }> {
  const [statements, count] = await Promise.all([
    rowsOf(statementRow)`select ${statementColumns} ${source} order by s.closed_on desc, s.id desc
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from bank_statements`.execute(db),
  ]);
  return { rows: statements.rows, total: count.rows[0]?.total ?? 0 };
}

export async function findStatement(db: SystemDb, id: string): Promise<StatementRow | null> {
  const { rows } = await rowsOf(
    statementRow,
  )`select ${statementColumns} ${source} where s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Whether there is one, locked until the transaction ends: no other confirms anything of it. */
export async function lockStatement(db: SystemDb, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from bank_statements where id = ${id} for update`.execute(db);
  return rows.length > 0;
}

/** Its id; null where the bank's statement is there already. */
export async function insertStatement(
  db: SystemDb,
  { account, reference, closed_on, opening_cents, closing_cents }: ReadStatement,
  created_by: string | null,
): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('bank_statements', 'id'))`
    insert into bank_statements (account, reference, closed_on, opening_cents, closing_cents, created_by)
    values (${account}, ${reference}, ${closed_on}::date, ${opening_cents}, ${closing_cents}, ${created_by})
    on conflict (account, reference, closed_on) do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Those of them that another statement has not told of already. */
export async function insertEntries(
  db: SystemDb,
  statement_id: string,
  entries: ReadStatement['entries'],
): Promise<void> {
  await sql`
    insert into bank_entries (statement_id, place, key, booked_on, amount_cents, party_name, party_iban,
      end_to_end_id, "references", text, return_code)
    select ${statement_id}::uuid, e.place, e.key, e.booked_on, e.amount_cents, e.party_name, e.party_iban,
      e.end_to_end_id, coalesce((select array_agg(r) from jsonb_array_elements_text(e."references") r), '{}'), e.text,
      e.return_code
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (key text, booked_on date,
      amount_cents bigint, party_name text, party_iban text, end_to_end_id text, "references" jsonb, text text,
      return_code text)) with ordinality as e (key, booked_on, amount_cents, party_name, party_iban, end_to_end_id,
      "references", text, return_code, place)
    on conflict (key) do nothing`.execute(db);
}

const entryRow = {
  ...columnsOf(
    'bank_entries',
    'id',
    'booked_on',
    'amount_cents',
    'party_name',
    'party_iban',
    'end_to_end_id',
  ),
  ...columnsOf('bank_entries', 'text', 'return_code', 'status', 'settled_as'),
  references: texts,
};
export type EntryRow = RowOf<typeof entryRow>;

/** Those of a statement, or one of them. */
export async function listEntries(
  db: SystemDb,
  statement_id: string,
  only: string | null,
): Promise<EntryRow[]> {
  const { rows } = await rowsOf(entryRow)`
    select id, booked_on::text as booked_on, amount_cents, party_name, party_iban, end_to_end_id, text, return_code,
      status, settled_as, "references" from bank_entries where statement_id = ${statement_id}
      and ${only === null ? sql`true` : sql`id = ${only}`} order by place`.execute(db);
  return rows;
}

export async function settle(db: SystemDb, id: string, settled_as: string): Promise<void> {
  await sql`update bank_entries set status = 'settled', settled_as = ${settled_as}, settled_at = now()
    where id = ${id}`.execute(db);
}

const knownInvoice = {
  ...columnsOf('invoices', 'id', 'code'),
  outstanding_cents: number,
  organization_name: ROWS.organizations.name,
  ibans: texts,
};
const knownDebit = {
  ...columnsOf('debits', 'id', 'amount_cents', 'status'),
  invoice_code: ROWS.invoices.code,
  organization_name: ROWS.organizations.name,
};
const knownRun = { ...columnsOf('debit_runs', 'id', 'number'), pending_cents: number };

/** What entries may be that have these codes, accounts and ids in them. */
export async function readKnown(
  db: SystemDb,
  { codes, ibans, ids }: { codes: string[]; ibans: string[]; ids: string[] },
): Promise<Known> {
  const [invoices, debits, runs] = await Promise.all([
    rowsOf(knownInvoice)`
      select i.id, i.code, i.outstanding_cents, o.name as organization_name,
        coalesce((select array_agg(m.iban) from mandates m where m.organization_id = i.organization_id), '{}') as ibans
      from collectable_invoices i join organizations o on o.id = i.organization_id
      where i.code = any(${codes}::text[])
        or i.organization_id in (select organization_id from mandates where iban = any(${ibans}::text[]))
      order by i.due_on, i.id`.execute(db),
    rowsOf(knownDebit)`
      select d.id, d.amount_cents, d.status, i.code as invoice_code, o.name as organization_name
      from debits d join invoices i on i.id = d.invoice_id join organizations o on o.id = d.organization_id
      join debit_runs r on r.id = d.run_id
      where d.id = any(${ids}::uuid[]) and r.status = any(${statusesWith('return')}::text[])`.execute(db),
    rowsOf(knownRun)`
      select r.id, r.number, sum(d.amount_cents)::bigint as pending_cents from debit_runs r
      join debits d on d.run_id = r.id and d.status = 'pending'
      where r.id = any(${ids}::uuid[]) and r.status = any(${statusesWith('confirm')}::text[]) group by r.id`.execute(
      db,
    ),
  ]);
  return { invoices: invoices.rows, debits: debits.rows, runs: runs.rows };
}

/** Locks the runs of these ids, or of these debits. */
export async function lockRuns(db: SystemDb, ids: string[]): Promise<void> {
  await sql`select from debit_runs where id = any(${ids}::uuid[])
      or id in (select run_id from debits where id = any(${ids}::uuid[]))
    order by id for update`.execute(db);
}

/** Whose these invoices, debits and runs are. */
export async function listOwners(db: SystemDb, ids: string[]): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('invoices', 'organization_id'))`
    select organization_id from invoices where id = any(${ids}::uuid[])
    union select organization_id from debits where id = any(${ids}::uuid[]) or run_id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows.map(({ organization_id }) => organization_id);
}
