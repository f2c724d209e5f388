import { sql } from 'kysely';
import { VERIFACTU_RECORD_STATES } from '@atalaya/contract/choices';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { RecordListQuery } from '@atalaya/contract/verifactu';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import { boolean, notNull, nullable, number, oneOf, text } from '../../../platform/database/columns.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { ROWS } from '../../../platform/database/row-types.ts';
import type { Rows } from '../../../platform/database/row-types.ts';
import { columnList, columnsOf, onlyRow, rowsOf } from '../../../platform/database/rows.ts';
import { containing } from '../../../platform/database/search-pattern.ts';

const issuerRow = {
  ...columnsOf('verifactu_issuer', 'tax_id', 'name', 'installation', 'starts_on', 'is_on', 'last_number'),
  ...columnsOf('verifactu_issuer', 'last_seal', 'version', 'environment'),
};
export type IssuerRow = RowOf<typeof issuerRow>;
const issuerColumns = sql`tax_id, name, installation, environment, starts_on::text as starts_on, is_on, last_number,
  last_seal, version`;

/** Who issues under VERI*FACTU; null where it was never configured. */
export async function findIssuer(db: SystemDb): Promise<IssuerRow | null> {
  const { rows } = await rowsOf(issuerRow)`select ${issuerColumns} from verifactu_issuer`.execute(db);
  return rows[0] ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockIssuer(db: SystemDb): Promise<IssuerRow | null> {
  const { rows } = await rowsOf(issuerRow)`select ${issuerColumns} from verifactu_issuer for update`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Who records what is issued on a day, locked until the transaction ends; null where nothing is recorded. */
export async function lockRecorder(db: SystemDb, day: string): Promise<IssuerRow | null> {
  const { rows } = await rowsOf(issuerRow)`select ${issuerColumns} from verifactu_issuer
    where is_on and starts_on <= ${day}::date for update`.execute(db);
  return rows[0] ?? null;
}

export type IssuerValues = Pick<IssuerRow, 'tax_id' | 'name' | 'environment' | 'starts_on' | 'is_on'>;

/** Stores them, with the number of the installation where there is none yet. */
export async function saveIssuer(db: SystemDb, values: IssuerValues): Promise<void> {
  const { tax_id, name, environment, starts_on, is_on } = values;
  await sql`
    insert into verifactu_issuer (tax_id, name, installation, environment, starts_on, is_on)
    values (${tax_id}, ${name}, upper(left(replace(uuid_v7()::text, '-', ''), 12)), ${environment},
      ${starts_on}::date, ${is_on})
    on conflict (only_one) do update set tax_id = excluded.tax_id, name = excluded.name,
      environment = excluded.environment, starts_on = excluded.starts_on, is_on = excluded.is_on,
      version = verifactu_issuer.version + 1, updated_at = now()`.execute(db);
}

/** What time it is, to the second, where the books are kept: with its offset, as records have it. */
export async function readClock(db: SystemDb): Promise<{ at: string; today: string; is_behind: boolean }> {
  const { rows } = await rowsOf({ at: text, today: text, is_behind: boolean })`
    select to_char(c.local, 'YYYY-MM-DD"T"HH24:MI:SS')
        || case when c.local < c.utc then '-' else '+' end
        || to_char(greatest(c.local - c.utc, c.utc - c.local), 'HH24:MI') as at,
      billing_today()::text as today,
      coalesce((select recorded_at > c.now + interval '1 minute' from verifactu_records
        order by number desc limit 1), false) as is_behind
    from (select now, now at time zone billing_zone() as local, now at time zone 'UTC' as utc
      from (select date_trunc('second', clock_timestamp()) as now) n) c`.execute(db);
  return onlyRow(rows);
}

const chainRow = columnsOf('verifactu_records', 'number', 'xml', 'seal');
const storedRow = {
  ...chainRow,
  ...columnsOf('verifactu_records', 'kind', 'invoice_code', 'invoice_type', 'total_cents', 'hash'),
  issued_on: text,
};
export type StoredRecord = RowOf<typeof storedRow>;
const stored = sql`r.number, r.xml, r.seal, r.kind, r.invoice_code, r.invoice_type, r.total_cents, r.hash,
  i.issued_on::text as issued_on`;
const source = sql`from verifactu_records r
  join invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id`;

/** The last records, newest first. */
export async function listLast(db: SystemDb, limit: number): Promise<StoredRecord[]> {
  const { rows } = await rowsOf(
    storedRow,
  )`select ${stored} ${source} order by r.number desc limit ${limit}`.execute(db);
  return rows;
}

/** The next `limit` records after one, up to another, of a year or of all. */
export async function listNext(
  db: SystemDb,
  { after, last, year }: { after: number; last: number; year: number | null },
  limit: number,
): Promise<StoredRecord[]> {
  const { rows } = await rowsOf(storedRow)`select ${stored} ${source}
    where r.number > ${after} and r.number <= ${last} and ${year === null ? sql`true` : sql`r.year = ${year}`}
    order by r.number limit ${limit}`.execute(db);
  return rows;
}

/** The number before the first record of a year, and the last of it; both 0 where there is none. */
export async function readSpan(db: SystemDb, year: number): Promise<{ before: number; last: number }> {
  const { rows } = await rowsOf({ before: number, last: number })`
    select coalesce(min(number) - 1, 0) as before, coalesce(max(number), 0) as last
    from verifactu_records where year = ${year}`.execute(db);
  return rows[0] ?? { before: 0, last: 0 };
}

export async function findSeal(db: SystemDb, record: number): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('verifactu_records', 'seal'))`
    select seal from verifactu_records where number = ${record}`.execute(db);
  return rows[0]?.seal ?? null;
}

export async function listYears(db: SystemDb): Promise<number[]> {
  const { rows } = await rowsOf(columnsOf('verifactu_records', 'year'))`
    select distinct year from verifactu_records order by year desc`.execute(db);
  return rows.map(({ year }) => year);
}

const WRITTEN = [
  'number',
  'organization_id',
  'invoice_id',
  'kind',
  'invoice_code',
  'invoice_type',
  'total_cents',
  'environment',
  'issuer_tax_id',
  'issuer_name',
  'recorded_at',
  'year',
  'hash',
  'xml',
  'seal',
  'corrects',
] as const;
/** `corrects`: the number of the record that it corrects. */
export type NewRecord = Omit<Pick<Rows['verifactu_records'], (typeof WRITTEN)[number]>, 'recorded_at'> & {
  recorded_at: string;
};

/** Puts records at the end of the chain, which is held. */
export async function insertRecords(db: SystemDb, records: NewRecord[]): Promise<void> {
  const last = records.at(-1);
  await sql`
    insert into verifactu_records (${columnList(WRITTEN)})
    select ${columnList(WRITTEN)}
    from jsonb_populate_recordset(null::verifactu_records, ${JSON.stringify(records)}::jsonb)`.execute(db);
  await sql`update verifactu_issuer set last_number = ${last?.number}, last_seal = ${last?.seal}`.execute(db);
}

const deliveryColumns = {
  state: oneOf(...VERIFACTU_RECORD_STATES),
  error_code: nullable(ROWS.verifactu_deliveries.code),
  words: nullable(ROWS.verifactu_deliveries.words),
  receipt: nullable(ROWS.verifactu_deliveries.csv),
  sent_at: nullable(ROWS.verifactu_deliveries.sent_at),
  answered_at: nullable(ROWS.verifactu_deliveries.answered_at),
};
const listedRow = {
  ...columnsOf('verifactu_records', 'number', 'invoice_id', 'invoice_code', 'total_cents', 'hash'),
  ...columnsOf('verifactu_records', 'kind', 'invoice_type', 'environment', 'recorded_at'),
  ...deliveryColumns,
  corrects: ROWS.verifactu_records.corrects,
  /** The number of the record that corrects it. */
  corrected_by: nullable(ROWS.verifactu_records.number),
};
/** A record that was not sent yet waits. */
const stateOf = sql`coalesce(d.state, 'pending')`;
const listed = sql`r.number, r.invoice_id, r.invoice_code, r.total_cents, r.hash, r.kind, r.invoice_type, r.environment,
  r.recorded_at, ${stateOf} as state, d.code as error_code, d.words, d.csv as receipt, d.sent_at, d.answered_at,
  r.corrects, (select c.number from verifactu_records c where c.corrects = r.number) as corrected_by`;
const listedFrom = sql`verifactu_records r left join verifactu_deliveries d on d.number = r.number`;
export type ListedRecord = RowOf<typeof listedRow>;

/** A page of records, newest first, and how many match. */
export async function listRecords(
  db: SystemDb,
  { search, kind, state, year, page }: RecordListQuery,
): Promise<{ rows: ListedRecord[]; total: number }> {
  const conditions = [sql`true`];
  if (kind) conditions.push(sql`kind = ${kind}`);
  if (state) conditions.push(sql`${stateOf} = ${state}`);
  if (year) conditions.push(sql`year = ${year}`);
  if (search?.trim()) conditions.push(sql`search_text(invoice_code) like ${containing(search.trim())}`);
  const where = sql.join(conditions, sql` and `);
  const [records, count] = await Promise.all([
    rowsOf(listedRow)`
      select ${listed} from ${listedFrom} where ${where} order by r.number desc
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(db),
    rowsOf({ total: number })`select count(*)::int as total from ${listedFrom} where ${where}`.execute(db),
  ]);
  return { rows: records.rows, total: count.rows[0]?.total ?? 0 };
}

/** A record by its number; null where there is none. */
export async function findRecord(db: SystemDb, record: number): Promise<ListedRecord | null> {
  const { rows } = await rowsOf(listedRow)`
    select ${listed} from ${listedFrom} where r.number = ${record}`.execute(db);
  return rows[0] ?? null;
}

/** The records of an invoice, in their order. */
export async function listRecordsOf(db: SystemDb, invoice_id: string): Promise<ListedRecord[]> {
  const { rows } = await rowsOf(listedRow)`
    select ${listed} from ${listedFrom} where r.invoice_id = ${invoice_id} order by r.number`.execute(db);
  return rows;
}

/** The codes of invoices that were issued since the first record and have none. */
export async function listUnrecorded(db: SystemDb): Promise<string[]> {
  const { rows } = await rowsOf(columnsOf('invoices', 'code'))`
    select i.code from invoices i
    where i.created_at >= (select i.created_at from verifactu_records r join invoices i on i.id = r.invoice_id
        where r.number = 1)
      and not exists (select from verifactu_records r where r.invoice_id = i.id and r.kind = 'issue')
    order by i.id limit 100`.execute(db);
  return rows.map(({ code }) => code);
}

const recordedRow = {
  ...columnsOf('verifactu_records', 'issuer_tax_id', 'issuer_name', 'environment'),
  total_cents: notNull(ROWS.verifactu_records.total_cents),
  /** Of its last record. */
  state: oneOf(...VERIFACTU_RECORD_STATES),
};
export type RecordedRow = RowOf<typeof recordedRow>;

/** Under whom an invoice was recorded when it was issued, and with which total; null where it was not. */
export async function findRecorded(db: Db, invoice_id: string): Promise<RecordedRow | null> {
  const { rows } = await rowsOf(recordedRow)`
    select r.issuer_tax_id, r.issuer_name, r.total_cents, r.environment,
      (select ${stateOf} from verifactu_records l left join verifactu_deliveries d on d.number = l.number
        where l.invoice_id = r.invoice_id order by l.number desc limit 1) as state
    from verifactu_records r
    where r.invoice_id = ${invoice_id} and r.kind = 'issue' and r.corrects is null`.execute(db);
  return rows[0] ?? null;
}
