import { isHeldBack, may } from '@atalaya/contract/permissions';
import type { Undo, UndoProgress } from '@atalaya/contract/undo';
import type { Actor, By } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { requireWritable } from '../../platform/request/access.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { PART, UNDO_QUEUE, UNDO_TURN, permissionFor, undoPart } from './undo-run.service.ts';
import {
  findEntryOf,
  findUndo,
  findUndoOf,
  findUndoneRequest,
  lockUndo,
  markBegun,
  readOutcome,
} from './undo.queries.ts';
import type { UndoRow } from './undo.queries.ts';

const REFUSALS_SHOWN = 100;

/**
 * Takes a change back, once and within 30 days: each object exactly as it was, save those that changed since or that
 * the rules keep from it. In one transaction; of 200 objects and more as a job, in parts of so many.
 * @throws object.not_found, also for another organization's; session.forbidden, organization.read_only, undo.done,
 *   undo.expired
 */
export async function undoChange(platform: Platform, by: By, id: string): Promise<UndoProgress> {
  const { actor, origin } = by;
  return platform.database.withActor(actor, 'take a change of any organization back', async (db) => {
    const undo = await lockUndo(db, id);
    if (!undo) throw new AppError('object.not_found');
    if (!may(actor, permissionFor(undo))) throw new AppError('session.forbidden');
    requireWritable(actor, permissionFor(undo));
    if (undo.request_id === null) throw new AppError('transfer.wrong_state');
    if (undo.undone_at) throw new AppError('undo.done');
    if (undo.expired) throw new AppError('undo.expired');
    if (undo.begun_by === null) {
      await markBegun(db, id, { profile_id: actor.profile_id, api_key_id: actor.api_key_id, origin });
      if (undo.items < PART) await undoPart(platform, db, by, undo);
      else await platform.jobs.send(db, UNDO_QUEUE, { id }, UNDO_TURN);
    }
    return progressOf(db, id);
  });
}

/** @throws object.not_found, session.forbidden */
export async function readUndo(platform: Platform, actor: Actor, id: string): Promise<UndoProgress> {
  return platform.database.withActor(actor, 'how far taking a change back is', async (db) => {
    const undo = await findUndoOf(db, id);
    if (!undo) throw new AppError('object.not_found');
    if (!may(actor, permissionFor(undo))) throw new AppError('session.forbidden');
    return progressOf(db, id);
  });
}

async function progressOf(db: Db, id: string): Promise<UndoProgress> {
  const undo = await findUndoOf(db, id);
  const { counts, refused } = await readOutcome(db, id, REFUSALS_SHOWN);
  const left = undo?.begun_by ? counts.open : 0;
  return { left, undone: counts.undone, refused_total: counts.refused, refused };
}

type Entry = { request_id: string | null; object_id: string | null; action: string };

/** What an entry of the audit log says about taking it back, and about what it took back. */
export async function undoOf(db: Db, actor: Actor, entry: Entry) {
  const { request_id, object_id, action } = entry;
  const none = { undo: null, undoes_entry_id: null };
  if (!request_id || !object_id || !may(actor, 'changes.undo')) return none;
  const undo = await findUndo(db, { request_id, object_id, action });
  if (
    undo &&
    may(actor, permissionFor(undo)) &&
    (undo.undone_at || !isHeldBack(actor, permissionFor(undo)))
  ) {
    const undone_entry_id = undo.undone_at ? await findEntryOf(db, undo.undone_request_id, object_id) : null;
    const { id, items, undone_at } = undo;
    const state = stateOf(undo);
    return {
      undo: { id, state, items, undone_at: undone_at?.toISOString() ?? null, undone_entry_id },
      undoes_entry_id: null,
    };
  }
  const undone = await findUndoneRequest(db, request_id);
  return undone ? { undo: null, undoes_entry_id: await findEntryOf(db, undone, object_id) } : none;
}

function stateOf({ undone_at, begun_by, expired }: UndoRow): Undo['state'] {
  if (undone_at) return 'done';
  if (begun_by) return 'running';
  return expired ? 'expired' : 'available';
}
