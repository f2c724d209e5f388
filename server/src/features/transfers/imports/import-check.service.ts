import { may } from '@atalaya/contract/permissions';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { requireWritable } from '../../../platform/request/access.ts';
import { among, isProblem, problem, problemOf } from '../../../platform/records/import.ts';
import type { ImportCells, ImportSource, Prepared, RowProblem } from '../../../platform/records/import.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { readSeatsLeft, seatsFull } from '../../seats/seats.rules.ts';
import type { SeatsLeft } from '../../seats/seats.rules.ts';
import { IMPORT_SOURCES } from './import-sources.service.ts';
import { listRowsAfter, rowsOfKeys, saveVerdicts, seatsOfRows } from './import-rows.queries.ts';
import type { ImportRowRow } from './import-rows.queries.ts';
import { cellsOf, requestOf } from './import-shapes.ts';
import { isWorkedOn } from '../export-run.service.ts';
import { advanceTransfer, findTransfer } from '../transfers.queries.ts';
import type { TransferRow } from '../transfers.queries.ts';

/** Rows of one transaction: what it found can be read, and is not done again, once it has ended. */
const BATCH = 200;

type Outcome = Prepared<unknown> | RowProblem;

/**
 * The next rows of a dry run: what would come of each, by the rules of the single creation. Nothing is created.
 * @returns whether there is more to do
 */
export async function checkRows(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  const batch = await platform.database.withActor(actor, 'read rows of an import', async (db) => {
    const transfer = await findTransfer(db, actor.profile_id, id);
    if (!isWorkedOn(transfer) || transfer.step !== 'check') return null;
    const source = IMPORT_SOURCES[transfer.resource];
    requireMayImport(actor, source);
    const rows = await listRowsAfter(db, id, Number(transfer.cursor ?? 0), BATCH, 'all');
    return { transfer, source, rows, outcomes: await prepareRows(db, actor, source, transfer, rows) };
  });
  if (!batch) return false;
  const { transfer, source, rows } = batch;
  const keys = batch.outcomes.flatMap((each) => (isProblem(each) || each.key === null ? [] : [each.key]));
  const taken = await source.taken(platform, actor, keys);
  const free = batch.outcomes.map((each) =>
    !isProblem(each) && each.key !== null && taken.keys.has(each.key) ? taken.problem : each,
  );
  return platform.database.withActor(actor, 'keep what came of the rows of an import', async (db) => {
    const outcomes = await withinFile(db, id, rows, free);
    const wrong = outcomes.filter(isProblem).length;
    const isLast = rows.length < BATCH;
    const isOurs = await advanceTransfer(db, transfer, {
      state: isLast ? 'done' : 'running',
      processed: transfer.processed + rows.length,
      valid: transfer.valid + rows.length - wrong,
      invalid: transfer.invalid + wrong,
      attempts: 0,
      ...(rows.length ? { cursor: rows.at(-1)?.number } : {}),
    });
    if (isOurs) await saveVerdicts(db, id, verdictsOf(rows, outcomes));
    return isOurs && !isLast;
  });
}

/** @throws session.forbidden, organization.read_only once its author may not create what the file holds any more */
export function requireMayImport(actor: Actor, source: Pick<ImportSource, 'permission'>): void {
  if (!may(actor, source.permission)) throw new AppError('session.forbidden');
  requireWritable(actor, source.permission);
}

/** Each row as it would be created, or why not, by what the row says alone. */
export async function prepareRows(
  db: Db,
  actor: Actor,
  source: ImportSource<unknown>,
  transfer: TransferRow,
  rows: ImportRowRow[],
): Promise<Outcome[]> {
  const read = rows.map((row) => cellsOf(row, requestOf(transfer)));
  const prepared = await source.prepare(db, actor, read.filter(isTold));
  return among(read, isTold, prepared);
}

const isTold = (each: ImportCells | RowProblem): each is ImportCells => !isProblem(each);
export const isRight = (each: Outcome): each is Prepared<unknown> => !isProblem(each);

/** The same where it was not in the file before, and where there is a seat left for it. */
async function withinFile(db: Db, id: string, rows: ImportRowRow[], outcomes: Outcome[]): Promise<Outcome[]> {
  const first = rows[0]?.number ?? 0;
  const right = outcomes.filter(isRight);
  const earlier = await rowsOfKeys(
    db,
    id,
    first,
    right.flatMap(({ key }) => key ?? []),
  );
  const taken = await seatsOfRows(db, id, first);
  const left = new Map<string, SeatsLeft>();
  for (const { seat } of right)
    if (seat !== null && !left.has(seat)) {
      const seats = await readSeatsLeft(db, seat);
      seats.take(taken.get(seat) ?? 0);
      left.set(seat, seats);
    }
  return outcomes.map((each, at) => {
    if (isProblem(each)) return each;
    const { key, seat } = each;
    const twin = key === null ? undefined : earlier.get(key);
    if (twin !== undefined) return problem('import.row_repeated', null, { row: twin });
    const seats = seat === null ? undefined : left.get(seat);
    if (seats && seats.lackingFor(1) > 0) return problemOf(seatsFull());
    seats?.take();
    if (key !== null) earlier.set(key, rows[at]?.number ?? 0);
    return each;
  });
}

const verdictsOf = (rows: ImportRowRow[], outcomes: Outcome[]) =>
  rows.flatMap(({ number }, at) => {
    const each = outcomes[at];
    if (!each) return [];
    if (isProblem(each)) return { number, state: 'invalid' as const, ...each, key: null, seat: null };
    const { key, seat } = each;
    return { number, state: 'valid' as const, code: null, field: null, params: null, key, seat };
  });
