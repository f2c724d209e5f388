import type {
  BankEntry,
  BankStatement,
  BankStatementDetail,
  bankStatementRoutes,
} from '@atalaya/contract/bank-statements';
import { RETURN_CODES } from '@atalaya/contract/debit-codes';
import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { z } from 'zod';
import type { By } from '../../../platform/core/actor.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { XmlRefusal, decodeUtf8, readXml } from '../../../platform/core/xml-reader.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import { collectDebit, collectRun, takeBack } from '../debit-runs/debit-outcome.service.ts';
import { lockInvoice, payInvoice } from '../invoices/invoice-changes.service.ts';
import { requireNotCollected } from '../debit-runs/debits.rules.ts';
import { lockOrganizations } from '../../seats/seats.rules.ts';
import { readToday } from '../../../platform/database/clock.ts';
import {
  findStatement,
  insertEntries,
  insertStatement,
  listEntries,
  listOwners,
  listStatements,
  lockRuns,
  lockStatement,
  readKnown,
  settle,
} from './bank-statements.queries.ts';
import type { EntryRow, StatementRow } from './bank-statements.queries.ts';
import { codesIn, idIn, matchesOf, withoutDoubles } from './statement-match.ts';
import { StatementRefusal, readStatements, versionOf } from './statement-reader.ts';
import type { ReadStatement } from './statement-reader.ts';
import { STATEMENT_MAX_BYTES } from '@atalaya/contract/statement-codes';

type Routes = typeof bankStatementRoutes;
const BOUNDS = { bytes: STATEMENT_MAX_BYTES, tags: 60_000, namespaces: 20 };

export function listBankStatements(
  platform: Platform,
  { page }: { page: number },
): Promise<z.input<Routes['listBankStatements']['response']>> {
  return platform.database.withSystem('list the bank statements', async (db) => {
    const { rows, total } = await listStatements(db, page);
    return { items: rows.map(toStatement), total, page, page_size: PAGE_SIZE };
  });
}

/** @throws object.not_found */
export const readBankStatement = (platform: Platform, id: string): Promise<BankStatementDetail> =>
  platform.database.withSystem('read a bank statement', (db) => getStatement(db, id));

async function getStatement(db: SystemDb, id: string): Promise<BankStatementDetail> {
  const statement = await findStatement(db, id);
  if (!statement) throw new AppError('object.not_found');
  return { ...toStatement(statement), items: await matchedEntries(db, id) };
}

/** The entries of a statement, or one of them; those that are open with what they seem to be. */
async function matchedEntries(db: SystemDb, id: string, only: string | null = null): Promise<BankEntry[]> {
  const entries = await listEntries(db, id, only);
  const open = entries.filter(({ status }) => status === 'open');
  const known = await readKnown(db, {
    codes: open.flatMap(({ text }) => codesIn(text)),
    ibans: open.flatMap(({ party_iban }) => party_iban ?? []),
    ids: open.flatMap(({ end_to_end_id, references }) =>
      [end_to_end_id ?? '', ...references].flatMap((reference) => idIn(reference) ?? []),
    ),
  });
  const matches = entries.map((entry) => (entry.status === 'open' ? matchesOf(entry, known) : []));
  const kept = withoutDoubles(matches);
  return entries.map((entry, place) => toEntry(entry, kept[place] ?? []));
}

/**
 * Takes the statements of a file. One that is there already, or an entry that another one has told of, is left as it is.
 * @throws statement.unreadable, statement.unbalanced
 */
export async function takeStatements(
  platform: Platform,
  by: By,
  bytes: Buffer,
): Promise<z.input<Routes['uploadBankStatement']['response']>> {
  const read = readFile(bytes);
  return platform.database.withSystem('take a bank statement', async (db) => {
    const statements: BankStatement[] = [];
    for (const statement of read) {
      const id = await insertStatement(db, statement, by.actor.profile_id);
      if (id === null) continue;
      await insertEntries(db, id, statement.entries);
      const { account, reference, closed_on } = statement;
      await recordChange(db, by, {
        action: 'bank_statement.uploaded',
        object_type: 'bank_statement',
        object_id: id,
        organization_id: null,
        after: { code: reference, account, closed_on, entries: statement.entries.length },
      });
      statements.push(toStatement(await stored(db, id)));
    }
    return { statements, known: read.length - statements.length };
  });
}

async function stored(db: SystemDb, id: string): Promise<StatementRow> {
  const row = await findStatement(db, id);
  if (!row) throw new Error('a statement that was stored is not there');
  return row;
}

function readFile(bytes: Buffer): ReadStatement[] {
  try {
    const text = decodeUtf8(bytes);
    const root = readXml(text, BOUNDS);
    if (!versionOf(root)) throw new StatementRefusal('unreadable', 'not camt.053 of a version that is read');
    const statements = readStatements(root);
    if (statements.some(({ currency }) => currency !== 'EUR'))
      throw new StatementRefusal('unreadable', 'not in euros');
    return statements;
  } catch (error) {
    if (error instanceof StatementRefusal) throw refusal(error.kind, error.message);
    if (error instanceof XmlRefusal) throw refusal('unreadable', error.message || error.problem);
    throw error;
  }
}

const refusal = (kind: 'unreadable' | 'unbalanced', detail: string) =>
  new AppError(`statement.${kind}`, { params: { detail: detail.slice(0, 200) } });

/**
 * Carries out what entries were proposed to be, all or none.
 * @throws object.not_found, statement.not_proposed where one of them is not proposed any more
 */
export function confirmBankEntries(
  platform: Platform,
  by: By,
  id: string,
  { entries: chosen }: z.output<Routes['confirmBankEntries']['body']>,
): Promise<BankStatementDetail> {
  return platform.database.withSystem('confirm entries of a bank statement', async (db) => {
    if (!(await lockStatement(db, id))) throw new AppError('object.not_found');
    await lockTargets(
      db,
      chosen.map(({ target_id }) => target_id),
    );
    const { reference: code } = await stored(db, id);
    await recordChange(db, by, {
      action: 'bank_statement.confirmed',
      object_type: 'bank_statement',
      object_id: id,
      organization_id: null,
      after: { code, entries: chosen.length },
    });
    for (const { id: entry_id, kind, target_id } of chosen) {
      // Read anew for each: what was confirmed before it may have taken its place.
      const [entry] = await matchedEntries(db, id, entry_id);
      const match = entry?.matches.find((each) => each.kind === kind && each.target_id === target_id);
      if (!entry || !match) throw new AppError('statement.not_proposed');
      await carryOut(platform, db, by, entry, { kind, target_id });
      await settle(db, entry_id, match.label);
    }
    return getStatement(db, id);
  });
}

/** Runs, then organizations, each in their order, as everybody who holds several does. */
async function lockTargets(db: SystemDb, ids: string[]): Promise<void> {
  await lockRuns(db, ids);
  await lockOrganizations(db, await listOwners(db, ids));
}

async function carryOut(
  platform: Platform,
  db: SystemDb,
  by: By,
  entry: BankEntry,
  { kind, target_id }: { kind: 'invoice' | 'run' | 'debit' | 'return'; target_id: string },
): Promise<void> {
  const { booked_on, amount_cents } = entry;
  if (kind === 'run') return collectRun(db, by, target_id, booked_on);
  if (kind === 'debit') return collectDebit(db, by, target_id, booked_on);
  if (kind === 'return') {
    const code = RETURN_CODES.find((each) => each === entry.return_code) ?? 'MS03';
    await takeBack(platform, db, by, target_id, { code, returned_on: booked_on });
    return;
  }
  const invoice = await lockInvoice(db, target_id);
  await requireNotCollected(db, target_id);
  const last_four = entry.party_iban?.slice(-4);
  const paid = { amount_cents, method: 'transfer' as const, paid_on: booked_on, last_four };
  await payInvoice(db, by, invoice, paid, await readToday(db));
}

function toStatement(row: StatementRow): BankStatement {
  return { ...row, created_at: row.created_at.toISOString() };
}

function toEntry(row: EntryRow, matches: BankEntry['matches']): BankEntry {
  const { id, booked_on, amount_cents, party_name, party_iban, text, return_code, status, settled_as } = row;
  return {
    id,
    booked_on,
    amount_cents,
    party_name,
    party_iban,
    text,
    return_code,
    status,
    settled_as,
    matches,
  };
}
