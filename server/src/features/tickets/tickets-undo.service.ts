import type { By } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import { instantOf } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Kept } from '../../platform/records/fields.ts';
import { saveKept } from '../../platform/records/undo.queries.ts';
import type { UndoOutcome, UndoWork } from '../../platform/records/undo.ts';
import { UNDOABLE_TICKETS } from './tickets.fields.ts';
import type { TICKET_FIELDS } from './tickets.fields.ts';
import { tellLive } from './tickets-live.ts';
import { differenceOf, reachOf, snapshotOf } from './ticket-shapes.ts';
import type { Snapshot } from './ticket-shapes.ts';
import { changeOf, getAssignee } from './tickets.service.ts';
import { lockTickets } from './tickets.queries.ts';
import type { TicketRow } from './tickets.queries.ts';

/** What was kept of a ticket and is audited; its times come along as texts, with their microseconds. */
type KeptTicket = Pick<Snapshot, Kept<typeof TICKET_FIELDS> & keyof Snapshot>;

/**
 * Puts tickets back as they were before a change, their times included, save those that changed since. What was
 * written into their conversations stays: it has been mailed.
 */
export async function undoTickets(
  _platform: Platform,
  db: Db,
  by: By,
  { action, items }: UndoWork,
): Promise<UndoOutcome> {
  const where = action === 'ticket.deleted' ? 'bin' : 'listed';
  const ids = items.map((item) => item.object_id);
  const rows = await lockTickets(db, reachOf(by.actor), ids, where);
  const found = new Map(rows.map((row) => [row.id, row]));
  const outcome: UndoOutcome = { undone: [], refused: [] };
  const done: { row: TicketRow; kept: KeptTicket; isMade: boolean }[] = [];
  const now = await instantOf(db);
  for (const { object_id, before, version } of items) {
    const row = found.get(object_id);
    // What the change has made goes to the bin.
    const kept = (before ?? { ...row, deleted_at: now }) as KeptTicket;
    const code = row?.version === version ? await refusalOf(db, row, kept) : 'object.stale';
    if (row && code === null) done.push({ row, kept, isMade: before === null });
    else outcome.refused.push({ id: object_id, name: row?.title ?? '', code: code ?? 'object.stale' });
  }
  await saveKept(
    db,
    UNDOABLE_TICKETS,
    done.map(({ row, kept }) => ({ ...kept, id: row.id })),
  );
  outcome.undone = done.map(({ row }) => row.id);
  const entries = done.map(({ row, kept, isMade }) =>
    isMade
      ? { ...changeOf(row, 'deleted'), before: snapshotOf(row) }
      : { ...changeOf(row, 'undone'), ...differenceOf(row, { ...row, ...kept }) },
  );
  await recordChanges(db, by, entries);
  await tellLive(
    db,
    done.map(({ row }) => row),
  );
  return outcome;
}

/** Why a ticket cannot be given back to its former assignee: they may not take care of it any more. */
async function refusalOf(db: Db, row: TicketRow, kept: KeptTicket): Promise<string | null> {
  if (kept.assigned_to === row.assigned_to) return null;
  try {
    await getAssignee(db, kept.assigned_to, [row.organization_id]);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
