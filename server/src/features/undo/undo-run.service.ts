import type { Permission } from '@atalaya/contract/permissions';
import { may } from '@atalaya/contract/permissions';
import type { TransferResource } from '@atalaya/contract/transfers';
import type { By, Origin } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { BUSY_SECONDS, BusyError, beginHeavyWork } from '../../platform/records/heavy-work.ts';
import { requireWritable } from '../../platform/request/access.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readActorOfJob } from '../../platform/request/session.ts';
import type { UndoOutcome, UndoWork } from '../../platform/records/undo.ts';
import { undoOrganizations } from '../organizations/organization-bin.service.ts';
import { undoTickets } from '../tickets/tickets-undo.service.ts';
import { undoUsers } from '../users/users-undo.service.ts';
import {
  findBeginner,
  listOpenItems,
  lockUndo,
  markStopped,
  markUndone,
  readOutcome,
  reviveOlder,
  saveOutcome,
} from './undo.queries.ts';
import type { UndoRow } from './undo.queries.ts';

type Way = (platform: Platform, db: Db, by: By, work: UndoWork) => Promise<UndoOutcome>;

const WAYS: Record<TransferResource, Way> = {
  users: undoUsers,
  organizations: undoOrganizations,
  tickets: undoTickets,
};

/** Objects of one transaction, which keeps them locked until it ends. */
export const PART = 200;
const ATTEMPTS_MAX = 5;
export const UNDO_QUEUE = 'undo';
export const UNDO_TURN = { expireInSeconds: 60, retryLimit: ATTEMPTS_MAX, retryDelay: 1 };
/** Of work before the others have their turn. */
const TURN_MS = 2_000;

/** People who may make a change may take it back. */
export function permissionFor({ resource, action }: Pick<UndoRow, 'resource' | 'action'>): Permission {
  if (action.endsWith('.created')) return `${resource}.create`;
  if (resource === 'organizations') return 'organizations.delete';
  if (action.endsWith('.deleted')) return `${resource}.delete`;
  return `${resource}.bulk`;
}

/** Takes the next objects of a change back, and ends it with the last. @returns whether there are more */
export async function undoPart(platform: Platform, db: Db, by: By, undo: UndoRow): Promise<boolean> {
  const { id, action } = undo;
  const items = await listOpenItems(db, id, PART);
  const outcome = items.length ? await WAYS[undo.resource](platform, db, by, { action, items }) : null;
  if (outcome) {
    await saveOutcome(db, id, outcome);
    await reviveOlder(db, id, outcome.undone);
  }
  if (items.length === PART) return true;
  const { counts } = await readOutcome(db, id, 0);
  await markStopped(db, id);
  if (counts.undone === 0) return false;
  await markUndone(db, id, { profile_id: by.actor.profile_id, request_id: by.origin.request_id });
  if (action.endsWith('.created')) await recordImportUndone(db, by, undo, counts.undone);
  return false;
}

/** Takes back more of a change of many, with the rights that its requester has now. What cannot succeed stops. */
export async function takeUndoTurn(platform: Platform, id: string, turn_ms = TURN_MS): Promise<void> {
  const until = performance.now() + turn_ms;
  try {
    do {
      if (!(await nextPart(platform, id))) return;
    } while (performance.now() < until);
  } catch (error) {
    if (error instanceof BusyError) return sendTurn(platform, id, BUSY_SECONDS);
    if (!(error instanceof AppError) || error.code === 'server.unavailable') throw error;
    await platform.database.withSystem('stop taking a change back', (db) => markStopped(db, id));
    return;
  }
  await sendTurn(platform, id, 0);
}

function sendTurn(platform: Platform, id: string, delaySeconds: number): Promise<void> {
  return platform.database.withSystem('queue the next turn of taking a change back', (db) =>
    platform.jobs.send(db, UNDO_QUEUE, { id }, { ...UNDO_TURN, delaySeconds }),
  );
}

async function nextPart(platform: Platform, id: string): Promise<boolean> {
  const beginner = await platform.database.withSystem('find who takes a change back', (db) =>
    findBeginner(db, id),
  );
  if (beginner === null) return false;
  if (beginner.is_key_ended) throw new AppError('api_key.invalid');
  const actor = await readActorOfJob(platform, beginner.begun_by);
  if (!actor) throw new AppError('session.forbidden');
  return platform.database.withActor(actor, 'take more of a change of any organization back', async (db) => {
    const undo = await lockUndo(db, id);
    if (undo && undo.begun_by !== beginner.begun_by) return false;
    // What they do not see any more is of an organization that they have left.
    if (!undo || !may(actor, permissionFor(undo))) throw new AppError('session.forbidden');
    requireWritable(actor, permissionFor(undo));
    await beginHeavyWork(db, undo.organization_id);
    const { counts } = await readOutcome(db, id, 0);
    const by = { actor, origin: undo.begun_origin as Origin, goes_on: counts.undone > 0 };
    return undoPart(platform, db, by, undo);
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
