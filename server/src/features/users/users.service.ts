import { PAGE_SIZE } from '@atalaya/contract/limits';
import type {
  User,
  UserListQuery,
  userCreateBody,
  userRoutes,
  userUpdateBody,
} from '@atalaya/contract/users';
import type { z } from 'zod';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange, recordChanges } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { FOUND_BY_INDEX_MAX } from '../../platform/database/search-pattern.ts';
import { AppError } from '../../platform/core/errors.ts';
import { takeFrom } from '../../platform/limits/rate-limits.ts';
import type { Limit } from '../../platform/limits/rate-limits.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { requireAllowedDomain } from '../../platform/settings/settings.ts';
import { changedByForm } from '../../platform/records/fields.ts';
import { keepForUndo } from '../../platform/records/undo.ts';
import { queueAccessLinks } from '../account/accounts/accounts.service.ts';
import { tellOfRole } from '../notifications/security-news.service.ts';
import { endAccess } from './user-access/user-access.service.ts';
import { changesOf, snapshotOf, toUser } from './user-shapes.ts';
import { requireRank } from '../ranks/ranks.rules.ts';
import { lockPeople, requireAllowed, standingOf } from './users.rules.ts';
import { addUser, refuseOrganization } from './users-create.service.ts';
import { findUser, listUsers as listRows, lockUsers, saveUser, setInBin } from './users.queries.ts';
import type { UserRow } from './users.queries.ts';
import { UNDOABLE_USERS, USER_FIELDS } from './users.fields.ts';

/** One page of people and exactly how many match. An admin gets those of their organization alone. */
export async function listUsers(
  platform: Platform,
  actor: Actor,
  query: UserListQuery,
): Promise<z.output<typeof userRoutes.listUsers.response>> {
  return platform.database.readAs(actor, 'list people of every organization', async (db) => {
    // Row level security limits an admin already; naming the organization lets the indexes that lead with it work.
    const asked = { ...query, organization_id: query.organization_id ?? actor.organization_id ?? undefined };
    const most = actor.role === 'super_admin' ? 0 : FOUND_BY_INDEX_MAX;
    const { rows, total } = await listRows(db, asked, most);
    return { items: rows.map(toUser), total, page: query.page, page_size: PAGE_SIZE };
  });
}

/** One person; a user reads themselves alone. @throws object.not_found */
export async function readUser(platform: Platform, actor: Actor, id: string): Promise<User> {
  if (actor.role === 'user' && id !== actor.profile_id) throw new AppError('object.not_found');
  return platform.database.withActor(actor, 'read a person of any organization', (db) => getUser(db, id));
}

/**
 * 'Agregar Usuario': adds a person and mails them a link to set a password; both or neither.
 * @throws user.rank_too_low, user.organization_required, organization.seats_full, user.email_taken,
 *   organization.domain_not_allowed
 */
export async function createUser(
  platform: Platform,
  by: By,
  body: z.output<typeof userCreateBody>,
): Promise<User> {
  return platform.database.withActor(by.actor, 'add a person to any organization', async (db) => {
    const added = await addUser(db, by, body);
    if (added.is_active) await queueAccessLinks(platform, db, [added]);
    return getUser(db, added.id);
  });
}

/**
 * 'Editar Usuario'; also what gives access back where it took that. What changes no standing (names, phone) locks the person's row alone; a change of role,
 * status or organization goes through the rules.
 * @throws object.stale with the stored values; organization.domain_not_allowed; the codes of `requireAllowed`
 */
export async function updateUser(
  platform: Platform,
  by: By,
  id: string,
  body: z.output<typeof userUpdateBody>,
): Promise<User & { undo_id: string | null }> {
  const { actor } = by;
  const moves = body.organization_id !== undefined && body.organization_id !== actor.organization_id;
  if (moves && actor.role !== 'super_admin') throw new AppError('session.forbidden');
  const { role, is_active, organization_id } = body;
  const touchesStanding = [role, is_active, organization_id].some((value) => value !== undefined);
  return platform.database.withActor(actor, 'change a person of any organization', async (db) => {
    const [before] = touchesStanding
      ? await lockPeople(db, actor, [id], { where: 'listed', into: organization_id ?? null })
      : await lockUsers(db, [id], 'listed');
    if (!before) throw new AppError('object.not_found');
    requireRank(actor, before.role);
    if (before.version !== body.version) throw new AppError('object.stale', { current: toUser(before) });
    const after = changedBy(before, body);
    const change = { id, before: standingOf(before), after: standingOf(after) };
    await requireAllowed(db, actor, [change], { confirm_last_admin: body.confirm_last_admin === true });
    if (after.organization_id !== before.organization_id)
      await requireAllowedDomain(db, after.organization_id, after.email);
    const ends = before.is_active && !after.is_active;
    const undo_id = ends
      ? await keepForUndo(db, by, { what: UNDOABLE_USERS, action: 'user.updated', ids: [id] })
      : null;
    await Promise.all([
      saveUser(db, after),
      recordChanges(
        db,
        by,
        changesOf({ action: 'user.updated', object_id: id }, snapshotOf(before), snapshotOf(after)),
      ),
    ]);
    if (after.role !== before.role) await tellOfRole(platform, db, [after], { role: after.role, by: actor });
    if (ends) await endAccess(platform, db, by, [after]);
    // Only a move brings in something that was not read: the name of the other organization.
    if (after.organization_id !== before.organization_id) return { ...(await getUser(db, id)), undo_id };
    return { ...toUser({ ...after, version: before.version + 1 }), undo_id };
  });
}

/** The row as asked for. Becoming a super_admin leaves the organization. */
function changedBy(before: UserRow, body: z.output<typeof userUpdateBody>): UserRow {
  const asked = changedByForm(USER_FIELDS, before, body);
  if (asked.role !== 'super_admin') return asked;
  if (body.organization_id) refuseOrganization();
  return { ...asked, organization_id: null };
}

/** Into the bin for 30 days; what takes them out again. @throws object.not_found; the codes of `requireAllowed` */
export async function deleteUser(platform: Platform, by: By, id: string, confirm_last_admin: boolean) {
  return platform.database.withActor(by.actor, 'delete a person of any organization', async (db) => {
    const [person] = await lockPeople(db, by.actor, [id], { where: 'listed' });
    if (!person) throw new AppError('object.not_found');
    const before = standingOf(person);
    const change = { id, before, after: { ...before, in_bin: true } };
    await requireAllowed(db, by.actor, [change], { confirm_last_admin });
    const undo_id = await keepForUndo(db, by, { what: UNDOABLE_USERS, action: 'user.deleted', ids: [id] });
    await setInBin(db, [id], true);
    await recordChange(db, by, {
      action: 'user.deleted',
      object_type: 'user',
      object_id: id,
      organization_id: person.organization_id,
      before: snapshotOf(person),
    });
    await endAccess(platform, db, by, [person]);
    return { undo_id };
  });
}

/** Out of the bin, exactly as they were. @throws object.not_found, organization.seats_full */
export async function restoreUser(platform: Platform, by: By, id: string): Promise<User> {
  return platform.database.withActor(by.actor, 'restore a person of any organization', async (db) => {
    const [person] = await lockPeople(db, by.actor, [id], { where: 'bin' });
    if (!person) throw new AppError('object.not_found');
    const after = standingOf(person);
    const change = { id, before: { ...after, in_bin: true }, after };
    await requireAllowed(db, by.actor, [change], { confirm_last_admin: false });
    await setInBin(db, [id], false);
    await recordChange(db, by, {
      action: 'user.restored',
      object_type: 'user',
      object_id: id,
      organization_id: person.organization_id,
      after: snapshotOf(person),
    });
    return getUser(db, id);
  });
}

/** Links that admins send to one person in an hour: apart from those that others ask for with the person's address. */
const SENT_RESETS: Limit = { name: 'sent-resets', max: 5, seconds: 3600 };

/**
 * Mails a person a link to set a password: no user sets the password of another.
 * @throws object.not_found, user.rank_too_low, user.inactive, request.rate_limited
 */
export async function sendUserReset(platform: Platform, by: By, id: string): Promise<void> {
  const { email, role } = await readUser(platform, by.actor, id);
  requireRank(by.actor, role);
  await takeFrom(platform, SENT_RESETS, email);
  await platform.database.withActor(by.actor, 'mail a link to a person of any organization', async (db) => {
    const person = await getRow(db, id);
    if (!person.is_active) throw new AppError('user.inactive');
    await queueAccessLinks(platform, db, [person]);
    await recordChange(db, by, {
      action: 'user.reset_sent',
      object_type: 'user',
      object_id: id,
      organization_id: person.organization_id,
    });
  });
}

async function getRow(db: Db, id: string): Promise<UserRow> {
  const row = await findUser(db, id);
  if (!row) throw new AppError('object.not_found');
  return row;
}

const getUser = async (db: Db, id: string): Promise<User> => toUser(await getRow(db, id));
