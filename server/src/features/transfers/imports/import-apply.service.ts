import type { Actor } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { beginHeavyWork } from '../../../platform/records/heavy-work.ts';
import { among, isProblem } from '../../../platform/records/import.ts';
import type { Created, ImportSource } from '../../../platform/records/import.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { addMadeItems } from '../../../platform/records/undo.queries.ts';
import { isWorkedOn } from '../export-run.service.ts';
import { addDisclosures, lockDisclosures } from './import-disclosures.queries.ts';
import { isRight, prepareRows, requireMayImport } from './import-check.service.ts';
import { IMPORT_SOURCES } from './import-sources.service.ts';
import { listRowsAfter, saveVerdicts } from './import-rows.queries.ts';
import type { ImportRowRow } from './import-rows.queries.ts';
import { requestOf } from './import-shapes.ts';
import { advanceTransfer, findTransfer, openUndo } from '../transfers.queries.ts';
import type { TransferRow } from '../transfers.queries.ts';

const NOBODY = { ip_address: null, user_agent: null, request_id: null };

/**
 * Addresses of other organizations that an organization may come to know by its imports in a day. A batch that would
 * tell more is stopped, which tells that one of them is taken: after ten more of those nothing is brought in that day.
 */
const TOLD_MAX = 50;
const STOPPED_MAX = 10;
const TOLD_HOURS = 24;

/** Another process has moved the import on, or it was stopped: what was created here is rolled back. */
class OvertakenError extends Error {}

/**
 * Creates the next rows that the dry run found right, each as a single creation does, and keeps what takes it back;
 * a conflict that arose since the dry run refuses that row alone.
 * @returns whether there is more to do
 */
export async function applyRows(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  try {
    return await platform.database.withActor(actor, 'create the rows of an import', async (db) => {
      const transfer = await findTransfer(db, actor.profile_id, id);
      if (!isWorkedOn(transfer) || transfer.step !== 'apply') return false;
      const source = IMPORT_SOURCES[transfer.resource];
      requireMayImport(actor, source);
      await beginHeavyWork(db, transfer.organization_id);
      const rows = await listRowsAfter(db, id, Number(transfer.cursor ?? 0), source.batch, 'valid');
      const created = await withinTold(db, actor, source, () =>
        createRows(platform, db, { actor, transfer, source, rows }),
      );
      await saveVerdicts(db, id, verdictsOf(rows, created));
      return countRows(db, transfer, rows, created, rows.length < source.batch);
    });
  } catch (error) {
    if (error instanceof OvertakenError) return false;
    if (error instanceof AppError && error.code === 'import.too_many_taken')
      await recordStop(platform, actor, id);
    throw error;
  }
}

/**
 * Creates rows, unless they tell more of other organizations than is left for today. The imports of one organization
 * come here one at a time, whichever instance they run in. People of the system see every organization anyway.
 * @throws import.too_many_taken
 */
async function withinTold(
  db: Db,
  { organization_id }: Actor,
  { tells_of_others }: ImportSource<unknown>,
  create: () => Promise<Created[]>,
): Promise<Created[]> {
  if (!organization_id || !tells_of_others) return create();
  const before = await lockDisclosures(db, organization_id, TOLD_HOURS);
  const refusal = new AppError('import.too_many_taken', { params: { max: TOLD_MAX } });
  if (before >= TOLD_MAX + STOPPED_MAX) throw refusal;
  const created = await create();
  const told = created.filter((each) => isProblem(each) && each.code === tells_of_others).length;
  if (told > Math.max(0, TOLD_MAX - before)) throw refusal;
  if (told > 0) await addDisclosures(db, organization_id, told);
  return created;
}

/**
 * The batch that went too far is rolled back as a whole, so that it tells no more than that; that it was tried is kept,
 * and counted as one.
 */
async function recordStop(platform: Platform, actor: Actor, id: string): Promise<void> {
  await platform.database.withActor(actor, 'audit an import that was stopped', async (db) => {
    const transfer = await findTransfer(db, actor.profile_id, id);
    if (!transfer) return;
    if (actor.organization_id) {
      await lockDisclosures(db, actor.organization_id, TOLD_HOURS);
      await addDisclosures(db, actor.organization_id, 1);
    }
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
  const made = await source.create(platform, db, { actor, origin, goes_on: true }, right, { send_links });
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
