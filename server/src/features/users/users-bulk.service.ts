import type { UserBulkBody } from '@atalaya/contract/users';
import { personName } from '../../platform/actor.ts';
import type { Actor } from '../../platform/actor.ts';
import { recordChanges } from '../../platform/audit.ts';
import type { Change } from '../../platform/audit.ts';
import { withoutRefused } from '../../platform/bulk.ts';
import type { Db } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/parts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { keepForUndo } from '../../platform/undo.ts';
import { tellOfRole } from '../notifications/security-news.service.ts';
import { endAccess } from './user-access.service.ts';
import { changesOf, snapshotOf, standingOf } from './user-changes.ts';
import { holdPeople, refusalsOf } from './user-rules.ts';
import type { Standing } from './user-rules.ts';
import type { By } from './users-create.service.ts';
import { countUsers, listUserIds, setActive, setInBin, setRole } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';

type Action = UserBulkBody['action'];

/** Ids that the answer carries at most: what 'Deshacer' can take back. */
const IDS_MAX = 10_000;

/** People per statement that changes them: a statement may take ten seconds, also on a busy machine. */
const CHANGED_AT_ONCE = 5_000;
/** Audit entries per statement, some 800 bytes each. */
const AUDIT_BATCH = 1_000;

const AUDITED: Record<Action['type'], string> = {
  activate: 'user.activated',
  deactivate: 'user.deactivated',
  delete: 'user.deleted',
  restore: 'user.restored',
  change_role: 'user.role_changed',
};

/**
 * One action on many people, all or nothing (or without those who are refused, where told so), by the same rules as on
 * one.
 * @returns how many were changed, how many were so already, and the ids of the first 10,000 that were changed
 * @throws object.not_found when one chosen by hand is not there; object.stale with the new total when another
 *   number of people matches than was confirmed; the codes of `refusalsOf`, with everybody who is refused
 */
export async function changeUsers(platform: Platform, by: By, body: UserBulkBody) {
  const { action } = body;
  return platform.database.withActor(by.actor, 'change many people of any organization', async (db) => {
    const people = await choose(db, by.actor, body);
    const all = people.map((row) => ({ id: row.id, row, ...standingsOf(row, action) }));
    const refusals = await refusalsOf(db, by.actor, all, {
      confirm_last_admin: body.confirm_last_admin === true,
    });
    const changes = withoutRefused(all, refusals, {
      skip: body.skip_refused === true,
      nameOf: ({ row }) => personName(row),
    });
    const changed = changes.filter(({ before, after }) => !isSame(before, after));
    const rows = changed.map(({ row }) => row);
    const kept = {
      resource: 'users',
      action: AUDITED[action.type],
      ids: rows.map((row) => row.id),
    } as const;
    const undo_id = rows.length ? await keepForUndo(db, by, kept) : null;
    if (rows.length) await carryOut(platform, db, by, action, rows);
    return {
      changed: rows.length,
      unchanged: changes.length - rows.length,
      refused: refusals.size,
      ids: rows.slice(0, IDS_MAX).map((row) => row.id),
      undo_id,
    };
  });
}

/** The people chosen, held: by their ids, or all that match the filters. */
async function choose(db: Db, actor: Actor, { action, chosen }: UserBulkBody): Promise<UserRow[]> {
  const where = action.type === 'restore' ? 'bin' : 'listed';
  if ('ids' in chosen) {
    const ids = [...new Set(chosen.ids)];
    const people = await holdPeople(db, actor, ids, { where });
    if (people.length !== ids.length) throw new AppError('object.not_found');
    return people;
  }
  if (where === 'bin')
    throw new AppError('request.invalid', { fields: [{ field: 'body.chosen', code: 'invalid' }] });
  const filters = {
    ...chosen.filters,
    organization_id: chosen.filters.organization_id ?? actor.organization_id ?? undefined,
  };
  const total = await countUsers(db, filters);
  if (total !== chosen.total) throw new AppError('object.stale', { params: { total } });
  const people = await holdPeople(db, actor, await listUserIds(db, filters), { where });
  if (people.length !== total) throw new AppError('object.stale', { params: { total: people.length } });
  return people;
}

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

async function carryOut(platform: Platform, db: Db, by: By, action: Action, rows: UserRow[]): Promise<void> {
  const ids = rows.map((row) => row.id);
  for (const part of partsOf(ids, CHANGED_AT_ONCE)) await change(db, action, part);
  if (action.type === 'deactivate' || action.type === 'delete') await endAccess(platform, db, by, rows);
  if (action.type === 'change_role') {
    const people = rows.map((row) => ({ id: row.id, ...standingsOf(row, action).after }));
    await tellOfRole(platform, db, people, { role: action.role, by: by.actor });
  }
  const entries = rows.flatMap((row) => entriesOf(row, action));
  for (const part of partsOf(entries, AUDIT_BATCH)) await recordChanges(db, by, part);
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
