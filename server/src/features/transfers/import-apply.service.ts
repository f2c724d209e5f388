import type { Actor } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { countMany, leftOf } from '../../platform/http/rate-limits.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import { among, isProblem } from '../../platform/import.ts';
import type { Created, ImportSource } from '../../platform/import.ts';
import type { Platform } from '../../platform/platform.ts';
import { addMadeItems } from '../../platform/undo.queries.ts';
import { isWorkedOn } from './export-run.service.ts';
import { isRight, prepareRows, requireMayImport } from './import-check.service.ts';
import { IMPORT_SOURCES } from './import-sources.service.ts';
import { listRowsAfter, saveVerdicts } from './import-rows.queries.ts';
import type { ImportRowRow } from './import-rows.queries.ts';
import { requestOf } from './import-shapes.ts';
import { advanceTransfer, findTransfer, openUndo } from './transfers.queries.ts';
import type { TransferRow } from './transfers.queries.ts';

const NOBODY = { ip_address: null, user_agent: null, request_id: null };

/** Addresses of other organizations that an organization may come to know by its imports. */
const TOLD: Limit = { name: 'import-tells-of-others', max: 50, seconds: 24 * 60 * 60 };

/** Somebody else has moved the import on, or stopped it: what was created here meanwhile was not. */
class OvertakenError extends Error {}

/**
 * Creates the next rows that the dry run found right, each as a single creation does, and keeps what takes it back;
 * whatever has come between since refuses that row alone.
 * @returns whether there is more to do
 */
export async function applyRows(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  // People of the system see every organization anyway.
  const left = actor.organization_id ? await leftOf(platform, TOLD, actor.organization_id) : Infinity;
  let told = 0;
  try {
    const isMore = await platform.database.withActor(actor, 'create the rows of an import', async (db) => {
      const transfer = await findTransfer(db, actor.profile_id, id);
      if (!isWorkedOn(transfer) || transfer.step !== 'apply') return false;
      const source = IMPORT_SOURCES[transfer.resource];
      requireMayImport(actor, source);
      const rows = await listRowsAfter(db, id, Number(transfer.cursor ?? 0), source.batch, 'valid');
      const created = await createRows(platform, db, { actor, transfer, source, rows });
      told = created.filter((each) => isProblem(each) && each.code === source.tells_of_others).length;
      if (told > left) throw new AppError('import.too_many_taken', { params: { max: TOLD.max } });
      await saveVerdicts(db, id, verdictsOf(rows, created));
      return countRows(db, transfer, rows, created, rows.length < source.batch);
    });
    if (actor.organization_id) await countMany(platform, TOLD, actor.organization_id, told);
    return isMore;
  } catch (error) {
    if (error instanceof OvertakenError) return false;
    if (error instanceof AppError && error.code === 'import.too_many_taken')
      await recordStop(platform, actor, id);
    throw error;
  }
}

/** The batch that went too far is rolled back as a whole, so that it tells nothing; that it was tried is kept. */
async function recordStop(platform: Platform, actor: Actor, id: string): Promise<void> {
  await platform.database.withActor(actor, 'audit an import that was stopped', async (db) => {
    const transfer = await findTransfer(db, actor.profile_id, id);
    if (!transfer) return;
    await recordChange(
      db,
      { actor, origin: requestOf(transfer).origin ?? NOBODY },
      {
        action: 'transfer.stopped',
        object_type: 'transfer',
        object_id: id,
        organization_id: transfer.organization_id,
        after: { name: transfer.file_name, resource: transfer.resource },
      },
    );
  });
}

type Batch = { actor: Actor; transfer: TransferRow; source: ImportSource<unknown>; rows: ImportRowRow[] };

async function createRows(
  platform: Platform,
  db: Db,
  { actor, transfer, source, rows }: Batch,
): Promise<Created[]> {
  const { origin = NOBODY, send_links = false } = requestOf(transfer);
  const prepared = await prepareRows(db, actor, source, transfer, rows);
  const right = prepared.filter(isRight);
  const made = await source.create(platform, db, { actor, origin }, right, { send_links });
  await addMadeItems(
    db,
    transfer.id,
    transfer.organization_id,
    made.flatMap((each) => ('id' in each ? each.id : [])),
  );
  return among(prepared, isRight, made);
}

async function countRows(
  db: Db,
  transfer: TransferRow,
  rows: ImportRowRow[],
  created: Created[],
  isLast: boolean,
) {
  const failed = created.filter(isProblem).length;
  const isOurs = await advanceTransfer(db, transfer, {
    state: isLast ? 'done' : 'running',
    processed: transfer.processed + rows.length,
    applied: transfer.applied + rows.length - failed,
    invalid: transfer.invalid + failed,
    attempts: 0,
    ...(rows.length ? { cursor: rows.at(-1)?.number } : {}),
  });
  if (!isOurs) throw new OvertakenError('the import was moved on or stopped meanwhile');
  if (isLast) await openUndo(db, transfer.id);
  return !isLast;
}

const verdictsOf = (rows: ImportRowRow[], created: Created[]) =>
  rows.flatMap(({ number }, at) => {
    const each = created[at];
    if (!each) return [];
    const cleared = { number, key: null, seat: null };
    if (isProblem(each)) return { ...cleared, state: 'failed' as const, ...each };
    return { ...cleared, state: 'created' as const, code: null, field: null, params: null };
  });
