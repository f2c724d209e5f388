import { sql } from 'kysely';
import { DEBIT_RUN_MAX } from '@atalaya/contract/debit-codes';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { boolean, notNull, nullable, number, oneOf } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import { RETURN_CODES } from '@atalaya/contract/debit-codes';
import type { Told } from './debit-sequence.ts';

const runRow = {
  ...columnsOf(
    'debit_runs',
    'id',
    'number',
    'type',
    'status',
    'collect_on',
    'debits',
    'total_cents',
    'created_at',
  ),
  is_due: boolean,
};
export type RunRow = RowOf<typeof runRow>;
const runColumns = sql`id, number, type, status, collect_on::text as collect_on, debits, total_cents, created_at,
  collect_on <= billing_today() as is_due`;

export async function listRuns(
  db: SystemDb,
  { status, page }: { status?: RunRow['status'] | undefined; page: number },
): Promise<{ rows: RunRow[]; total: number }> {
  const where = status ? sql`status = ${status}` : sql`true`;
  const [runs, count] = await Promise.all([
    rowsOf(runRow)`select ${runColumns} from debit_runs where ${where} order by number desc
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from debit_runs where ${where}`.execute(db),
  ]);
  return { rows: runs.rows, total: count.rows[0]?.total ?? 0 };
}

/** One run, locked until the transaction ends where it `locks`; or null. */
export async function findRun(
  db: SystemDb,
  id: string,
  { locks }: { locks: boolean },
): Promise<RunRow | null> {
  const { rows } = await rowsOf(runRow)`select ${runColumns} from debit_runs where id = ${id}
    ${locks ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

const fileRow = columnsOf('debit_runs', 'number', 'file');

export async function findFile(db: SystemDb, id: string): Promise<RowOf<typeof fileRow> | null> {
  const { rows } = await rowsOf(fileRow)`select number, file from debit_runs where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const debitRow = {
  ...columnsOf(
    'debits',
    'id',
    'organization_id',
    'run_id',
    'invoice_id',
    'mandate_id',
    'amount_cents',
    'sequence',
    'reference',
    'status',
    'returned_on',
    'payment_id',
  ),
  return_code: nullable(oneOf(...RETURN_CODES)),
  organization_name: ROWS.organizations.name,
  invoice_code: ROWS.invoices.code,
};
export type DebitRow = RowOf<typeof debitRow>;

/** Those of a run, in their order in its file. */
export async function listDebits(db: SystemDb, run_id: string): Promise<DebitRow[]> {
  const { rows } = await rowsOf(debitRow)`
    select d.id, d.organization_id, d.run_id, d.invoice_id, d.mandate_id, d.amount_cents, d.sequence, d.reference,
      d.status, d.returned_on::text as returned_on, d.payment_id, d.return_code, o.name as organization_name,
      i.code as invoice_code
    from debits d join organizations o on o.id = d.organization_id
    join invoices i on i.organization_id = d.organization_id and i.id = d.invoice_id
    where d.run_id = ${run_id} order by d.id`.execute(db);
  return rows;
}

/** The run of a debit, or null. */
export async function findRunOf(db: SystemDb, debit_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('debits', 'run_id'))`
    select run_id from debits where id = ${debit_id}`.execute(db);
  return rows[0]?.run_id ?? null;
}

const collectableRow = {
  ...columnsOf('invoices', 'organization_id', 'due_on'),
  ...columnsOf('mandates', 'reference', 'debtor_name', 'iban', 'bic', 'use', 'is_last', 'signed_on'),
  invoice_id: ROWS.invoices.id,
  invoice_code: ROWS.invoices.code,
  outstanding_cents: notNull(ROWS.invoices.outstanding_cents),
  organization_name: ROWS.organizations.name,
  mandate_id: ROWS.mandates.id,
  total: number,
};
export type CollectableRow = RowOf<typeof collectableRow>;

/**
 * Invoices that may be collected of organizations with an active mandate that may be used on a day, first due first.
 * `of`: of these alone.
 */
export async function listCollectable(
  db: SystemDb,
  { type, collect_on }: Pick<RunRow, 'type' | 'collect_on'>,
  of: string[] | null = null,
): Promise<CollectableRow[]> {
  const { rows } = await rowsOf(collectableRow)`
    select i.organization_id, i.due_on::text as due_on, m.reference, m.debtor_name, m.iban, m.bic, m.use,
      m.is_last, m.signed_on::text as signed_on, i.id as invoice_id, i.code as invoice_code, i.outstanding_cents,
      o.name as organization_name, m.id as mandate_id, (count(*) over ())::int as total
    from collectable_invoices i join organizations o on o.id = i.organization_id
    join mandates m on m.organization_id = i.organization_id and m.status = 'active' and m.type = ${type}
    join mandate_uses u on u.mandate_id = m.id
    where o.deleted_at is null and (m.use = 'recurrent' or u.used_on is null)
      and u.expires_on >= ${collect_on}::date
      and ${of === null ? sql`true` : sql`i.id = any(${of}::uuid[])`}
    order by i.due_on, i.id limit ${DEBIT_RUN_MAX}`.execute(db);
  return rows;
}

const namedInvoice = columnsOf('invoices', 'id', 'code', 'organization_id');

export async function listNamed(db: SystemDb, ids: string[]): Promise<RowOf<typeof namedInvoice>[]> {
  const { rows } = await rowsOf(namedInvoice)`
    select id, code, organization_id from invoices where id = any(${ids}::uuid[]) order by id`.execute(db);
  return rows;
}

const toldRow = {
  ...columnsOf('debits', 'mandate_id', 'reference', 'iban'),
  ...columnsOf('debit_runs', 'creditor_name', 'creditor_identifier'),
};

/** What the banks were last told of each mandate, by its id. */
export async function readTold(db: SystemDb, mandate_ids: string[]): Promise<Map<string, Told>> {
  const { rows } = await rowsOf(toldRow)`
    select distinct on (d.mandate_id) d.mandate_id, d.reference, d.iban, r.creditor_name, r.creditor_identifier
    from debits d join debit_runs r on r.id = d.run_id
    where d.mandate_id = any(${mandate_ids}::uuid[]) and is_use(d.status)
    order by d.mandate_id, d.id desc`.execute(db);
  return new Map(rows.map(({ mandate_id, ...told }) => [mandate_id, told]));
}

/** Ids for a run and its debits, in their order, and what time it is. */
export async function takeIds(db: SystemDb, debits: number): Promise<{ ids: string[]; at: Date }> {
  const { rows } = await rowsOf({ id: ROWS.debits.id, at: ROWS.debits.created_at })`
    select uuid_v7() as id, now() as at from generate_series(0, ${debits}::int) order by 1`.execute(db);
  return { ids: rows.map(({ id }) => id), at: rows[0]?.at ?? new Date() };
}

export type NewRun = {
  id: string;
  type: RunRow['type'];
  collect_on: string;
  creditor_name: string;
  creditor_identifier: string;
  debits: number;
  total_cents: number;
  file: string;
  created_by: string | null;
  created_at: Date;
};
export type NewDebit = Pick<
  DebitRow,
  | 'id'
  | 'organization_id'
  | 'run_id'
  | 'invoice_id'
  | 'mandate_id'
  | 'amount_cents'
  | 'sequence'
  | 'reference'
> & { collect_on: string; debtor_name: string; iban: string };

export async function insertRun(db: SystemDb, run: NewRun, debits: NewDebit[]): Promise<void> {
  await db.insertInto('debit_runs').values(run).execute();
  await db.insertInto('debits').values(debits).execute();
}

/** The run is of another status, since now. */
export async function markRun(
  db: SystemDb,
  id: string,
  status: 'presented' | 'confirmed' | 'canceled',
): Promise<void> {
  await sql`update debit_runs set status = ${status}, ${sql.ref(`${status}_at`)} = now() where id = ${id}`.execute(
    db,
  );
}

export async function markPaid(db: SystemDb, id: string, payment_id: string): Promise<void> {
  await sql`update debits set status = 'paid', payment_id = ${payment_id} where id = ${id}`.execute(db);
}

/** What nothing became of, of a run that is canceled. */
export async function withdraw(db: SystemDb, run_id: string): Promise<void> {
  await sql`update debits set status = 'withdrawn' where run_id = ${run_id} and status = 'pending'`.execute(
    db,
  );
}

export async function markBack(
  db: SystemDb,
  id: string,
  back: { status: 'rejected' | 'returned'; code: string; returned_on: string },
): Promise<void> {
  await sql`update debits set status = ${back.status}, return_code = ${back.code},
    returned_on = ${back.returned_on}::date where id = ${id}`.execute(db);
}

/** The day on which a run is to collect an invoice, or null: none holds it. */
export async function findCollection(db: Db, invoice_id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('debits', 'collect_on'))`
    select collect_on::text as collect_on from debits where invoice_id = ${invoice_id}
      and status = 'pending'`.execute(db);
  return rows[0]?.collect_on ?? null;
}

/** The number of the run that holds an invoice, or one that rectifies it; or null. */
export async function findHolder(db: SystemDb, invoice_id: string): Promise<number | null> {
  const { rows } = await rowsOf(columnsOf('debit_runs', 'number'))`
    select r.number from debits d join debit_runs r on r.id = d.run_id
    where d.status = 'pending' and d.invoice_id in
      (select id from invoices where id = ${invoice_id} or rectifies_id = ${invoice_id}) limit 1`.execute(db);
  return rows[0]?.number ?? null;
}
