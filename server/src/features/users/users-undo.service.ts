import type { By } from '../../platform/core/actor.ts';
import { personName } from '../../platform/core/actor.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import { instantOf } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { saveKept } from '../../platform/records/undo.queries.ts';
import type { UndoItem, UndoOutcome, UndoWork } from '../../platform/records/undo.ts';
import { tellOfRole } from '../notifications/security-news.service.ts';
import { endAccess } from './user-access/user-access.service.ts';
import { changesOf, snapshotOf } from './user-shapes.ts';
import { lockPeople, requireAllowed, standingOf } from './users.rules.ts';
import type { Standing, StandingChange } from './users.rules.ts';
import { UNDOABLE_USERS } from './users.fields.ts';
import type { UserRow } from './users.queries.ts';

type KeptStanding = Omit<Standing, 'in_bin'> & { deleted_at: string | null };
type Work = { row: UserRow; change: StandingChange; kept: KeptStanding };

/**
 * Gives people back the standing they had before a change, by the rules of any change: a person who was changed since,
 * or may not have it any more, stays as they are. Sessions and invitations that the change ended do not come back.
 */
export async function undoUsers(
  platform: Platform,
  db: Db,
  by: By,
  { action, items }: UndoWork,
): Promise<UndoOutcome> {
  const was_deleted = action === 'user.deleted';
  const rows = await lockPeople(
    db,
    by.actor,
    items.map(({ object_id }) => object_id),
    {
      where: was_deleted ? 'bin' : 'listed',
      also: items.flatMap(({ before }) => (before as KeptStanding | null)?.organization_id ?? []),
    },
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const outcome: UndoOutcome = { undone: [], refused: [] };
  const work: Work[] = [];
  const now = await instantOf(db);
  for (const item of items) {
    const row = found.get(item.object_id);
    if (row?.version === item.version) work.push(workOn(row, item, was_deleted, now));
    else outcome.refused.push({ id: item.object_id, name: row ? personName(row) : '', code: 'object.stale' });
  }
  const done = await putBack(db, by, work, outcome);
  outcome.undone = done.map(({ row }) => row.id);
  await settle(platform, db, by, done);
  return outcome;
}

function workOn(row: UserRow, item: UndoItem, was_deleted: boolean, now: Date): Work {
  const before = { ...standingOf(row), in_bin: was_deleted };
  // Whom the change has made goes to the bin.
  const kept = (item.before as KeptStanding | null) ?? {
    ...standingOf(row),
    deleted_at: now.toISOString(),
  };
  const { role, is_active, organization_id } = kept;
  const after = { role, is_active, organization_id, in_bin: kept.deleted_at !== null };
  return { row, change: { id: row.id, before, after }, kept };
}

/** All of them, or where the rules forbid that, as many as they allow: halves of halves, in their order. */
async function putBack(db: Db, by: By, work: Work[], outcome: UndoOutcome): Promise<Work[]> {
  const [first, second] = work;
  if (!first) return [];
  try {
    await requireAllowed(
      db,
      by.actor,
      work.map(({ change }) => change),
      { confirm_last_admin: false },
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (!second) {
      outcome.refused.push({ id: first.row.id, name: personName(first.row), code: error.code });
      return [];
    }
    const middle = work.length >> 1;
    const done = await putBack(db, by, work.slice(0, middle), outcome);
    return [...done, ...(await putBack(db, by, work.slice(middle), outcome))];
  }
  await saveKept(
    db,
    UNDOABLE_USERS,
    work.map(({ row, kept }) => ({ id: row.id, ...kept })),
  );
  return work;
}

/** Audits what was put back, tells the people whose role changed, and ends the access of those who lose it again. */
async function settle(platform: Platform, db: Db, by: By, done: Work[]): Promise<void> {
  const entries = done.flatMap(({ row, change: { before, after } }) =>
    changesOf(
      { action: isBinned({ before, after }) ? 'user.deleted' : 'user.undone', object_id: row.id },
      { ...snapshotOf(row), in_bin: before.in_bin },
      { ...snapshotOf(row), ...after },
    ),
  );
  await recordChanges(db, by, entries);
  const given = Map.groupBy(
    done.filter(({ change: { before, after } }) => before.role !== after.role),
    ({ change }) => change.after.role,
  );
  for (const [role, those] of given) {
    const people = those.map(({ row, change }) => ({ ...change.after, id: row.id }));
    await tellOfRole(platform, db, people, { role, by: by.actor });
  }
  const out = done.filter(
    ({ change }) => (change.before.is_active && !change.after.is_active) || isBinned(change),
  );
  if (out.length)
    await endAccess(
      platform,
      db,
      by,
      out.map(({ row }) => row),
    );
}

const isBinned = ({ before, after }: Pick<StandingChange, 'before' | 'after'>) =>
  after.in_bin && !before.in_bin;
