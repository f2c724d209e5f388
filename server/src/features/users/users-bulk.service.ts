import { BULK_AT_ONCE } from '@atalaya/contract/limits';
import type { UserBulkBody, UserFilters } from '@atalaya/contract/users';
import { personName } from '../../platform/core/actor.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChanges } from '../../platform/records/audit.ts';
import type { Change } from '../../platform/records/audit.ts';
import { AT_ONCE, BULK_CHUNK, queueChange, withoutRefused } from '../../platform/records/bulk.ts';
import type { Pace } from '../../platform/records/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import { chunksOf } from '../../platform/database/chunks.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { beginUndo, keepMore } from '../../platform/records/undo.ts';
import { tellOfRole } from '../notifications/security-news.service.ts';
import { endAccess } from './user-access/user-access.service.ts';
import { changesOf, snapshotOf } from './user-shapes.ts';
import { lockPeopleInChunks, refusalsOf, standingOf } from './users.rules.ts';
import type { Standing } from './users.rules.ts';
import { countUsers, listUserIds, lockUsers, setActive, setInBin, setRole } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';
import { UNDOABLE_USERS } from './users.fields.ts';

type Action = UserBulkBody['action'];
/** One of those chosen: who they are, and their standing before and after the change. */
type Person = { id: string; name: string; before: Standing; after: Standing };

const AUDITED: Record<Action['type'], string> = {
  activate: 'user.activated',
  deactivate: 'user.deactivated',
  delete: 'user.deleted',
  restore: 'user.restored',
  change_role: 'user.role_changed',
};

/**
 * One action on many people, all or nothing (or without those who are refused, where told so), by the same rules as on
 * one. Of more than `at_once` people a job does it (docs/decisions/0026-bulk-changes-are-jobs.md).
 * @returns how many were changed, how many were so already, and their ids; or the job
 * @throws object.not_found when one chosen by hand is not there; object.stale with the new total when another
 *   number of people matches than was confirmed; the codes of `refusalsOf`, with all who are refused
 */
export async function changeUsers(platform: Platform, by: By, body: UserBulkBody, at_once = BULK_AT_ONCE) {
  return platform.database.withActor(by.actor, 'change many people of any organization', async (db) => {
    const total = await countChosen(db, by.actor, body);
    if (total > at_once) return queueChange(platform, db, by, { resource: 'users', body, total });
    return { ...(await changePeople(platform, db, by, body, AT_ONCE)), transfer_id: null };
  });
}

/** The same in the caller's transaction, however many people there are. */
export async function changePeople(platform: Platform, db: Db, by: By, body: UserBulkBody, pace: Pace) {
  const { action } = body;
  const all = await choose(db, by.actor, body, pace);
  const refusals = await refusalsOf(db, by.actor, all, {
    confirm_last_admin: body.confirm_last_admin === true,
  });
  const changes = withoutRefused(all, refusals, {
    skip: body.skip_refused === true,
    nameOf: ({ name }) => name,
  });
  const ids = changes.filter(({ before, after }) => !isSame(before, after)).map(({ id }) => id);
  const about = { what: UNDOABLE_USERS, action: AUDITED[action.type] };
  const undo_id = ids.length
    ? await beginUndo(db, by, { ...about, items: ids.length, id: pace.undo_id })
    : null;
  let left = ids.length;
  for (const part of chunksOf(ids, BULK_CHUNK)) {
    pace.onPart(all.length - left);
    if (undo_id) await keepMore(db, by, { undo_id, what: UNDOABLE_USERS, ids: part });
    await carryOut(platform, db, by, action, part);
    left -= part.length;
  }
  pace.onPart(all.length);
  return {
    changed: ids.length,
    unchanged: changes.length - ids.length,
    refused: refusals.size,
    ids,
    undo_id,
  };
}

/** How many were chosen: by their ids, or by filters whose number was confirmed. */
async function countChosen(db: Db, actor: Actor, { action, chosen }: UserBulkBody): Promise<number> {
  if ('ids' in chosen) return new Set(chosen.ids).size;
  if (action.type === 'restore')
    throw new AppError('request.invalid', { fields: [{ field: 'body.chosen', code: 'invalid' }] });
  const total = await countUsers(db, withinReach(actor, chosen.filters));
  if (total !== chosen.total) throw new AppError('object.stale', { params: { total } });
  return total;
}

/** The people chosen, locked. */
async function choose(db: Db, actor: Actor, { action, chosen }: UserBulkBody, pace: Pace): Promise<Person[]> {
  const where = action.type === 'restore' ? 'bin' : 'listed';
  const filters = 'ids' in chosen ? null : withinReach(actor, chosen.filters);
  const ids = 'ids' in chosen ? [...new Set(chosen.ids)] : await listUserIds(db, filters ?? {});
  const people: Person[] = [];
  await lockPeopleInChunks(db, actor, ids, { where, within: filters?.organization_id }, (rows) => {
    pace.onPart(0);
    for (const row of rows) people.push({ id: row.id, name: personName(row), ...standingsOf(row, action) });
  });
  if ('ids' in chosen && people.length !== ids.length) throw new AppError('object.not_found');
  if ('total' in chosen && people.length !== chosen.total)
    throw new AppError('object.stale', { params: { total: people.length } });
  return people;
}

const withinReach = (actor: Actor, filters: UserFilters): UserFilters => ({
  ...filters,
  organization_id: filters.organization_id ?? actor.organization_id ?? undefined,
});

function standingsOf(row: UserRow, action: Action): { before: Standing; after: Standing } {
  const standing = standingOf(row);
  const binned = { ...standing, in_bin: true };
  switch (action.type) {
    case 'activate':
      return { before: standing, after: { ...standing, is_active: true } };
    case 'deactivate':
      return { before: standing, after: { ...standing, is_active: false } };
    case 'delete':
      return { before: standing, after: binned };
    case 'restore':
      return { before: binned, after: standing };
    case 'change_role':
      return { before: standing, after: withRole(standing, action.role) };
  }
}

const withRole = (standing: Standing, role: Standing['role']): Standing => ({
  ...standing,
  role,
  organization_id: role === 'super_admin' ? null : standing.organization_id,
});

const isSame = (a: Standing, b: Standing) =>
  a.role === b.role && a.is_active === b.is_active && a.in_bin === b.in_bin;

/** Changes people who are locked, as they were when they were, and ends and tells what goes with it. */
async function carryOut(platform: Platform, db: Db, by: By, action: Action, ids: string[]): Promise<void> {
  const rows = await lockUsers(db, ids, action.type === 'restore' ? 'bin' : 'listed');
  await change(db, action, ids);
  await recordChanges(
    db,
    by,
    rows.flatMap((row) => entriesOf(row, action)),
  );
  if (action.type === 'deactivate' || action.type === 'delete') await endAccess(platform, db, by, rows);
  if (action.type === 'change_role') {
    const people = rows.map((row) => ({ id: row.id, ...standingsOf(row, action).after }));
    await tellOfRole(platform, db, people, { role: action.role, by: by.actor });
  }
}

function change(db: Db, action: Action, ids: string[]): Promise<void> {
  switch (action.type) {
    case 'activate':
    case 'deactivate':
      return setActive(db, ids, action.type === 'activate');
    case 'change_role':
      return setRole(db, ids, action.role);
    case 'delete':
    case 'restore':
      return setInBin(db, ids, action.type === 'delete');
  }
}

function entriesOf(row: UserRow, action: Action): Change[] {
  const about = { action: AUDITED[action.type], object_id: row.id };
  const before = snapshotOf(row);
  const { role, is_active, organization_id } = standingsOf(row, action).after;
  const entries = changesOf(about, before, { ...before, role, is_active, organization_id });
  if (action.type === 'delete') return entries.map(({ after: _none, ...entry }) => entry);
  return action.type === 'restore' ? entries.map(({ before: _none, ...entry }) => entry) : entries;
}
