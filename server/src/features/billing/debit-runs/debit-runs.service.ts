import type { Debit, DebitRun, DebitRunDetail, debitRunRoutes } from '@atalaya/contract/debit-runs';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Author } from '../../../platform/records/audit.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import { addBankDays, bankDayFrom } from '../mandates/bank-days.ts';
import { findCreditor } from '../mandates/mandates.queries.ts';
import type { CreditorRow } from '../mandates/mandates.queries.ts';
import { readToday } from '../../../platform/database/clock.ts';
import {
  findFile,
  findRun,
  insertRun,
  listCollectable as listRows,
  listDebits,
  listNamed,
  listRuns,
  readTold,
  takeIds,
} from './debit-runs.queries.ts';
import type { CollectableRow, DebitRow, RunRow } from './debit-runs.queries.ts';
import { inFileOrder, writeDebitFile } from './debit-file.ts';
import { amendmentOf, sequenceOf } from './debit-sequence.ts';
import type { Told } from './debit-sequence.ts';

type Answers = { [N in keyof typeof debitRunRoutes]: z.input<(typeof debitRunRoutes)[N]['response']> };
type Body = z.output<typeof debitRunRoutes.createDebitRun.body>;
type Which = Pick<Body, 'type' | 'collect_on'>;

export function listDebitRuns(
  platform: Platform,
  query: z.output<typeof debitRunRoutes.listDebitRuns.query>,
): Promise<Answers['listDebitRuns']> {
  return platform.database.withSystem('list the runs of direct debits', async (db) => {
    const { rows, total } = await listRuns(db, query);
    return { items: rows.map(toRun), total, page: query.page, page_size: PAGE_SIZE };
  });
}

/** What could be collected, and from which day on. */
export function listCollectable(
  platform: Platform,
  { type }: z.output<typeof debitRunRoutes.listCollectable.query>,
): Promise<Answers['listCollectable']> {
  return platform.database.withSystem('list what could be collected', async (db) => {
    const today = await readToday(db);
    const creditor = await findCreditor(db, { locks: false });
    const rows = await listRows(db, { type, collect_on: today });
    return {
      items: rows.map(({ invoice_id, invoice_code, organization_id, organization_name, ...row }) => ({
        invoice: { id: invoice_id, code: invoice_code },
        organization: { id: organization_id, name: organization_name },
        due_on: row.due_on,
        outstanding_cents: row.outstanding_cents,
        reference: row.reference,
      })),
      total: rows[0]?.total ?? 0,
      first_day: creditor && firstDay(today, type, creditor),
    };
  });
}

const firstDay = (today: string, type: RunRow['type'], { core_days, b2b_days }: CreditorRow) =>
  addBankDays(today, type === 'b2b' ? b2b_days : core_days);

/** @throws object.not_found */
export const readDebitRun = (platform: Platform, id: string): Promise<DebitRunDetail> =>
  platform.database.withSystem('read a run of direct debits', (db) => getRun(db, id));

/** The file as it was made. @throws object.not_found */
export function readDebitFile(platform: Platform, id: string): Promise<{ number: number; file: string }> {
  return platform.database.withSystem('read the file of a run of direct debits', async (db) => {
    const found = await findFile(db, id);
    if (!found) throw new AppError('object.not_found');
    return found;
  });
}

export async function getRun(db: SystemDb, id: string): Promise<DebitRunDetail> {
  const run = await findRun(db, id, { locks: false });
  if (!run) throw new AppError('object.not_found');
  const debits = await listDebits(db, id);
  return { ...toRun(run), is_due: run.is_due, items: debits.map(toDebit) };
}

/**
 * Makes a run, and its file, for good.
 * @throws object.not_found, debit_run.creditor_missing, debit_run.not_collectable, debit_run.no_bank_day
 */
export function createDebitRun(
  platform: Platform,
  by: By,
  { invoice_ids, ...which }: Body,
): Promise<DebitRunDetail> {
  return platform.database.withSystem('make a run of direct debits', async (db) => {
    const creditor = await findCreditor(db, { locks: true });
    if (!creditor) throw new AppError('debit_run.creditor_missing');
    requireBankDay(await readToday(db), which, creditor);
    const rows = await lockCollectable(db, [...new Set(invoice_ids)], which);
    const id = await make(db, by, creditor, which, rows);
    return getRun(db, id);
  });
}

/** @throws object.not_found, debit_run.not_collectable with the codes of those that cannot be */
async function lockCollectable(db: SystemDb, ids: string[], which: Which): Promise<CollectableRow[]> {
  const named = await listNamed(db, ids);
  if (named.length < ids.length) throw new AppError('object.not_found');
  await lockOrganizations(db, [...new Set(named.map(({ organization_id }) => organization_id))]);
  const rows = await listRows(db, which, ids);
  const seen = new Set<string>();
  const kept = rows.filter(({ mandate_id, use, invoice_id }) => {
    // What a mandate for one debit has is one debit.
    const isSecond = use === 'one_off' && seen.has(mandate_id);
    seen.add(mandate_id);
    return !isSecond && ids.includes(invoice_id);
  });
  const collectable = new Set(kept.map(({ invoice_id }) => invoice_id));
  const codes = named.filter((each) => !collectable.has(each.id)).map(({ code }) => code);
  if (codes.length > 0)
    throw new AppError('debit_run.not_collectable', { params: { codes: codes.slice(0, 10).join(', ') } });
  return kept;
}

/** @throws debit_run.no_bank_day with the first day there is from then on */
function requireBankDay(today: string, { type, collect_on }: Which, creditor: CreditorRow): void {
  const first = firstDay(today, type, creditor);
  const next = bankDayFrom(collect_on < first ? first : collect_on);
  if (next !== collect_on) throw new AppError('debit_run.no_bank_day', { params: { next } });
}

async function make(
  db: SystemDb,
  by: Author,
  creditor: CreditorRow,
  { type, collect_on }: Which,
  rows: CollectableRow[],
): Promise<string> {
  const { ids, at } = await takeIds(db, rows.length);
  const [run_id = '', ...debit_ids] = ids;
  const told = await readTold(
    db,
    rows.map(({ mandate_id }) => mandate_id),
  );
  const parts = inFileOrder(sequenced(rows, told, creditor)).flat();
  const debits = parts.map((debit, place) => ({ ...debit, id: debit_ids[place] ?? '' }));
  const run = { id: run_id, created_at: at, type, collect_on, debits };
  const total_cents = rows.reduce((cents, { outstanding_cents }) => cents + outstanding_cents, 0);
  await insertRun(
    db,
    {
      id: run_id,
      type,
      collect_on,
      creditor_name: creditor.name,
      creditor_identifier: creditor.identifier,
      debits: rows.length,
      total_cents,
      file: writeDebitFile(run, creditor),
      created_by: by.actor?.profile_id ?? null,
      created_at: at,
    },
    debits.map(({ id, organization_id, invoice_id, mandate_id, amount_cents, ...debit }) => ({
      id,
      organization_id,
      run_id,
      invoice_id,
      mandate_id,
      amount_cents,
      sequence: debit.sequence,
      reference: debit.reference,
      debtor_name: debit.debtor_name,
      iban: debit.iban,
      collect_on,
    })),
  );
  await recordRun(db, by, run_id, 'debit_run.created', {
    type,
    collect_on,
    total_cents,
    invoices: rows.map(({ invoice_code }) => invoice_code),
  });
  return run_id;
}

/** Each with its place in the sequence of its mandate, the first with what the mandate's bank has to be told. */
function sequenced(rows: CollectableRow[], told: Map<string, Told>, creditor: CreditorRow) {
  const counts = Map.groupBy(rows, ({ mandate_id }) => mandate_id);
  return rows.map((row) => {
    const ofMandate = counts.get(row.mandate_id) ?? [];
    const place = ofMandate.indexOf(row);
    const before = told.get(row.mandate_id) ?? null;
    const now = {
      reference: row.reference,
      iban: row.iban,
      creditor_name: creditor.name,
      creditor_identifier: creditor.identifier,
    };
    return {
      ...row,
      amount_cents: row.outstanding_cents,
      sequence: sequenceOf(row, before, { place, of: ofMandate.length }),
      amendment: place === 0 ? amendmentOf(before, now) : null,
    };
  });
}

/** One entry in the audit log for what becomes of a run. */
export const recordRun = (
  db: SystemDb,
  by: Author,
  id: string,
  action: 'debit_run.created' | 'debit_run.presented' | 'debit_run.confirmed' | 'debit_run.canceled',
  after: object,
) =>
  recordChange(db, by, {
    action,
    object_type: 'debit_run',
    object_id: id,
    organization_id: null,
    after,
  });

function toRun(row: RunRow): DebitRun {
  const { id, number, type, status, collect_on, debits, total_cents } = row;
  const created_at = row.created_at.toISOString();
  return { id, number, type, status, collect_on, debits, total_cents, created_at };
}

function toDebit(row: DebitRow): Debit {
  const { id, amount_cents, sequence, reference, status, return_code, returned_on } = row;
  return {
    id,
    organization: { id: row.organization_id, name: row.organization_name },
    invoice: { id: row.invoice_id, code: row.invoice_code },
    amount_cents,
    sequence,
    reference,
    status,
    return_code,
    returned_on,
  };
}
