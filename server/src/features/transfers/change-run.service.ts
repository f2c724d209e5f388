import { may } from '@atalaya/contract/permissions';
import type { Actor, By } from '../../platform/core/actor.ts';
import { sealAuditRows } from '../../platform/records/audit.queries.ts';
import type { Pace } from '../../platform/records/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { beginHeavyWork } from '../../platform/records/heavy-work.ts';
import { requireWritable } from '../../platform/request/access.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { changeMany } from '../tickets/tickets-bulk.service.ts';
import { changePeople } from '../users/users-bulk.service.ts';
import { isWorkedOn } from './export-run.service.ts';
import { requestOf } from './transfer-shapes.ts';
import { findTransfer, markChanged, reportChange } from './transfers.queries.ts';
import type { TransferRow } from './transfers.queries.ts';

const REPORT_MS = 500;

/** Its author has stopped it: the transaction rolls back. */
class CanceledError extends Error {}

type Changed = { changed: number; refused: number };
type ChangeSource = {
  change(platform: Platform, db: Db, by: By, body: object, pace: Pace): Promise<Changed>;
};

// A request was stored by the very feature that carries it out.
const CHANGE_SOURCES: Record<'users' | 'tickets', ChangeSource> = {
  users: { change: changePeople },
  tickets: { change: changeMany },
};

/**
 * Carries out a change of many in one transaction, with the rights that its author has now: all of it or, where it is
 * canceled, refused or the process is killed, nothing.
 * @returns false: there is no more to do
 * @throws BusyError where other work of the organization goes on, or another process has this one; session.forbidden,
 *   organization.read_only, what the action refuses
 */
export async function runChange(platform: Platform, actor: Actor, id: string): Promise<boolean> {
  const progress = reportProgress(platform, id);
  try {
    await platform.database.withActor(
      actor,
      'change many objects of any organization',
      (db) => carryOut(platform, db, actor, id, progress),
      // So many audit entries are sealed in one statement.
      { statement_timeout: 0 },
    );
  } catch (error) {
    if (!(error instanceof CanceledError)) throw error;
  } finally {
    progress.stop();
  }
  return false;
}

async function carryOut(platform: Platform, db: Db, actor: Actor, id: string, progress: Progress) {
  const transfer = await findTransfer(db, actor.profile_id, id);
  if (!transfer || transfer.resource === 'organizations') return;
  await beginHeavyWork(db, organizationOf(transfer));
  // The process that was at work before this one may have done it.
  if (!isWorkedOn(await findTransfer(db, actor.profile_id, id))) return;
  const permission = `${transfer.resource}.bulk` as const;
  if (!may(actor, permission)) throw new AppError('session.forbidden');
  requireWritable(actor, permission);
  const { body, origin } = requestOf(transfer);
  const pace = { undo_id: id, onPart: progress.onPart };
  const done = await CHANGE_SOURCES[transfer.resource].change(
    platform,
    db,
    { actor, origin, goes_on: true },
    body,
    pace,
  );
  // For many that takes seconds, in which it can still be canceled: from the next statement on the row is locked.
  await sealAuditRows(db);
  progress.stop();
  if (!(await markChanged(db, id, done))) throw new CanceledError();
}

/** The organization whose people or tickets a change is about; null: those of several organizations. */
function organizationOf(transfer: TransferRow): string | null {
  const { chosen } = requestOf(transfer).body;
  const named = 'filters' in chosen ? chosen.filters.organization_id : null;
  return transfer.organization_id ?? named ?? null;
}

type Progress = Pick<Pace, 'onPart'> & { stop(): void };

/**
 * Writes every half a second, beside the transaction of a change, how far it is, and learns there that it was canceled:
 * `onPart` throws then.
 */
function reportProgress({ database }: Platform, id: string): Progress {
  let processed: number | null = null;
  let isAsking = false;
  let isCanceled = false;
  const report = async () => {
    if (processed === null || isAsking) return;
    isAsking = true;
    const now = processed;
    const isOurs = await database
      .withSystem('tell how far a change of many is', (db) => reportChange(db, id, now))
      // Told the next time; the end of the change looks at its state once more.
      .catch(() => true);
    isCanceled ||= !isOurs;
    isAsking = false;
  };
  // Made before the transaction is: a timer keeps the context that it was made in, and within a transaction no other one
  // may be opened.
  const timer = setInterval(() => void report(), REPORT_MS);
  return {
    onPart: (done) => {
      if (isCanceled) throw new CanceledError();
      processed = done;
    },
    stop: () => clearInterval(timer),
  };
}
