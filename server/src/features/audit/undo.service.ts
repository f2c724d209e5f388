import type { Permission } from '@atalaya/contract/permissions';
import { may } from '@atalaya/contract/permissions';
import type { TransferResource } from '@atalaya/contract/transfers';
import type { Undo, undoRoutes } from '@atalaya/contract/undo';
import type { z } from 'zod';
import type { Actor, Origin } from '../../platform/actor.ts';
import { recordChange } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UndoOutcome, UndoWork } from '../../platform/undo.ts';
import { undoOrganizations } from '../organizations/organization-bin.service.ts';
import { undoTickets } from '../tickets/tickets-undo.service.ts';
import { undoUsers } from '../users/users-undo.service.ts';
import type { AuditEntryRow } from './audit.queries.ts';
import {
  findEntryOf,
  findUndo,
  findUndoneRequest,
  listUndoItems,
  lockUndo,
  markUndone,
  reviveOlder,
} from './undo.queries.ts';
import type { UndoRow } from './undo.queries.ts';

type By = { actor: Actor; origin: Origin };
type Way = (platform: Platform, db: Db, by: By, work: UndoWork) => Promise<UndoOutcome>;

const WAYS: Record<TransferResource, Way> = {
  users: undoUsers,
  organizations: undoOrganizations,
  tickets: undoTickets,
};

const REFUSALS_SHOWN = 100;

/** Whoever may make a change may take it back. */
function permissionFor({ resource, action }: { resource: TransferResource; action: string }): Permission {
  if (action.endsWith('.created')) return `${resource}.create`;
  if (resource === 'organizations') return 'organizations.delete';
  if (action.endsWith('.deleted')) return `${resource}.delete`;
  return `${resource}.bulk`;
}

/**
 * Takes a change back, once and within 30 days, in one transaction: each object exactly as it was, save those that
 * changed since or that the rules keep from it.
 * @throws object.not_found, also for another organization's; session.forbidden, undo.done, undo.expired
 */
export async function undoChange(
  platform: Platform,
  by: By,
  id: string,
): Promise<z.output<typeof undoRoutes.undoChange.response>> {
  const { actor, origin } = by;
  return platform.database.withActor(actor, 'take a change of any organization back', async (db) => {
    const undo = await lockUndo(db, id);
    if (!undo) throw new AppError('object.not_found');
    if (!may(actor, permissionFor(undo))) throw new AppError('session.forbidden');
    if (undo.request_id === null) throw new AppError('transfer.wrong_state');
    if (undo.undone_at) throw new AppError('undo.done');
    if (undo.expired) throw new AppError('undo.expired');
    const work = { action: undo.action, items: await listUndoItems(db, id) };
    const { undone, refused } = await WAYS[undo.resource](platform, db, by, work);
    if (undone.length) {
      await markUndone(db, id, { profile_id: actor.profile_id, request_id: origin.request_id });
      await reviveOlder(db, id, undone);
      if (undo.action.endsWith('.created')) await recordImportUndone(db, by, undo, undone.length);
    }
    return {
      undone: undone.length,
      refused_total: refused.length,
      refused: refused.slice(0, REFUSALS_SHOWN),
    };
  });
}

/** What imports make is one change of its own: it was begun by one entry of the audit log, and this one ends it. */
async function recordImportUndone(db: Db, by: By, undo: UndoRow, undone: number): Promise<void> {
  await recordChange(db, by, {
    action: 'transfer.undone',
    object_type: 'transfer',
    object_id: undo.id,
    organization_id: undo.organization_id,
    after: { resource: undo.resource, undone },
  });
}

/** What an entry of the audit log says about taking it back, and about what it took back. */
export async function undoOf(db: Db, actor: Actor, entry: AuditEntryRow) {
  const { request_id, object_id, action } = entry;
  const none = { undo: null, undoes_entry_id: null };
  if (!request_id || !object_id || !may(actor, 'changes.undo')) return none;
  const undo = await findUndo(db, { request_id, object_id, action });
  if (undo && may(actor, permissionFor(undo))) {
    const undone_entry_id = undo.undone_at ? await findEntryOf(db, undo.undone_request_id, object_id) : null;
    const state: Undo['state'] = undo.undone_at ? 'done' : undo.expired ? 'expired' : 'available';
    const { id, items, undone_at } = undo;
    return {
      undo: { id, state, items, undone_at: undone_at?.toISOString() ?? null, undone_entry_id },
      undoes_entry_id: null,
    };
  }
  const undone = await findUndoneRequest(db, request_id);
  return undone ? { undo: null, undoes_entry_id: await findEntryOf(db, undone, object_id) } : none;
}
