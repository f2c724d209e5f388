import { BIN_DAYS } from '@atalaya/contract/limits';
import type { Organization, OrganizationDeletion, organizationRoutes } from '@atalaya/contract/organizations';
import type { z } from 'zod';
import { recordChange, recordChanges, THE_SERVER } from '../../platform/records/audit.ts';
import type { Change } from '../../platform/records/audit.ts';
import type { Actor, By } from '../../platform/core/actor.ts';
import type { Db, SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { voidUnpaid } from '../billing/invoices/rectification.service.ts';
import { readUnpaid } from '../billing/invoices/invoices.service.ts';
import { resumeSubscription } from '../billing/subscriptions/subscription-return.service.ts';
import { keepForUndo } from '../../platform/records/undo.ts';
import type { UndoOutcome, UndoWork } from '../../platform/records/undo.ts';
import { membersOf } from '../seats/seats.rules.ts';
import { lockOrganizationsAs } from '../ranks/ranks.rules.ts';
import { lockBinnedOrganization, lockOrganizationToPurge } from '../seats/seats.rules.ts';
import {
  deactivatePeople,
  purgeOrganization as purge,
  reactivatePeople,
  reopenInvitations,
  setInBin,
  withdrawInvitations,
} from './organization-bin.queries.ts';
import { snapshotOf, toOrganization } from './organization-shapes.ts';
import { findOrganization } from './organizations.queries.ts';
import { UNDOABLE_ORGANIZATIONS } from './organizations.fields.ts';

/** What deleting an organization would concern; nothing is written. @throws object.not_found */
export async function previewDeletion(
  platform: Platform,
  actor: Actor,
  id: string,
): Promise<OrganizationDeletion> {
  return platform.database.withActor(actor, 'what deleting an organization would concern', async (db) => {
    if (!(await findOrganization(db, id))) throw new AppError('object.not_found');
    const [{ active_users, pending_invitations }, unpaid] = await Promise.all([
      membersOf(db, id),
      readUnpaid(db, id),
    ]);
    return { active_users, pending_invitations, unpaid };
  });
}

type DeleteBody = z.output<typeof organizationRoutes.deleteOrganization.body>;

/**
 * Into the bin for 30 days. Its active people are deactivated and signed out, its open invitations withdrawn, in
 * the same transaction; which ones is remembered, for what takes it back. Its unpaid invoices stay owed, and are paid or voided one by one
 * later, or are voided with it, which no restoring takes back.
 * @throws object.not_found, organization.name_mismatch, organization.has_people and organization.has_invoices unless
 *   the body says what happens to them
 */
export async function deleteOrganization(
  platform: Platform,
  by: By,
  id: string,
  body: DeleteBody,
): Promise<{ undo_id: string }> {
  return platform.database.withActor(by.actor, 'delete an organization', async (db) => {
    await lockOrganizationsAs(db, by.actor, [id]);
    const before = await findOrganization(db, id);
    if (!before) throw new AppError('object.not_found');
    if (body.confirm_name.trim() !== before.name) throw new AppError('organization.name_mismatch');
    const { active_users, pending_invitations } = await membersOf(db, id);
    if (active_users + pending_invitations > 0 && body.people === undefined)
      throw new AppError('organization.has_people', { params: { active_users, pending_invitations } });
    await recordChange(db, by, {
      ...aboutOrganization(id, 'organization.deleted'),
      before: snapshotOf(before),
      ...(body.invoices === undefined ? {} : { after: { unpaid_invoices: body.invoices } }),
    });
    // Only a super_admin comes here, whose door is the system's.
    await settleInvoices(platform, db as SystemDb, by, id, body.invoices);

    const undo_id = await keepForUndo(db, by, {
      what: UNDOABLE_ORGANIZATIONS,
      action: 'organization.deleted',
      ids: [id],
    });
    await setInBin(db, id, true);
    const people = await deactivatePeople(db, id);
    await platform.accounts.endSessionsOf(
      db,
      people.flatMap(({ user_id }) => user_id ?? []),
    );
    const invitations = await withdrawInvitations(db, id);
    await recordChanges(db, by, [
      ...people.map((person) => aboutPerson(id, 'user.deactivated', person)),
      ...invitations.map((invitation) => aboutInvitation(id, 'invitation.withdrawn', invitation)),
    ]);
    return { undo_id };
  });
}

/** What was said of the unpaid invoices happens to them; where there are none, nothing needs to be said. */
async function settleInvoices(
  platform: Platform,
  db: SystemDb,
  by: By,
  id: string,
  choice: DeleteBody['invoices'],
): Promise<void> {
  const unpaid = await readUnpaid(db, id);
  if (unpaid.length === 0) return;
  if (choice === undefined) {
    const invoices = unpaid.reduce((sum, each) => sum + each.invoices, 0);
    throw new AppError('organization.has_invoices', { params: { invoices } });
  }
  if (choice === 'void') await voidUnpaid(platform, db, by, id);
}

/**
 * Out of the bin, exactly as it was, with the people and the invitations that went with it; what was voided stays so,
 * and the time in it is not charged.
 * @throws object.not_found
 */
export async function restoreOrganization(platform: Platform, by: By, id: string): Promise<Organization> {
  return platform.database.withActor(by.actor, 'restore an organization', async (db) => {
    await lockOrganizationsAs(db, by.actor, []);
    return takeOut(db, by, id, null);
  });
}

/** SQLSTATE foreign_key_violation. */
const STILL_REFERRED_TO = '23503';

/**
 * Out of the bin for good, before its 30 days are over.
 * @throws object.not_found, organization.name_mismatch, organization.referred_to by what is never deleted
 */
export async function purgeOrganization(
  platform: Platform,
  by: By,
  id: string,
  confirm_name: string,
): Promise<void> {
  try {
    await platform.database.withSystem('purge an organization of the bin', async (db) => {
      const name = await lockOrganizationToPurge(db, id, { days: 0, waits: true });
      if (name === null) throw new AppError('object.not_found');
      if (confirm_name.trim() !== name) throw new AppError('organization.name_mismatch');
      await purge(db, id);
      await recordChange(db, by, { ...aboutOrganization(id, 'organization.purged'), before: { name } });
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== STILL_REFERRED_TO) throw error;
    throw new AppError('organization.referred_to');
  }
}

/** Deletes one for good whose 30 days in the bin are over; false where it is not there or another server does it. */
export function purgeDueOrganization(platform: Platform, id: string): Promise<boolean> {
  return platform.database.withSystem('purge an organization 30 days in the bin', async (db) => {
    const name = await lockOrganizationToPurge(db, id, { days: BIN_DAYS, waits: false });
    if (name === null) return false;
    await purge(db, id);
    await recordChange(db, THE_SERVER, { ...aboutOrganization(id, 'organization.purged'), before: { name } });
    return true;
  });
}

/** Takes one out of the bin, in a transaction that is open. @throws object.stale where it is of another version than expected */
async function takeOut(db: Db, by: By, id: string, version: number | null): Promise<Organization> {
  const stored = await lockBinnedOrganization(db, id);
  if (stored === null) throw new AppError('object.not_found');
  if (version !== null && stored !== version) throw new AppError('object.stale');
  await setInBin(db, id, false);
  const people = await reactivatePeople(db, id);
  const invitations = await reopenInvitations(db, id);
  // Only a super_admin comes here, whose door is the system's.
  await resumeSubscription(db as SystemDb, by, id);
  const row = await findOrganization(db, id);
  if (!row) throw new AppError('object.not_found');
  await recordChange(db, by, { ...aboutOrganization(id, 'organization.restored'), after: snapshotOf(row) });
  await recordChanges(db, by, [
    ...people.map((person) => aboutPerson(id, 'user.activated', person)),
    ...invitations.map((invitation) => aboutInvitation(id, 'invitation.restored', invitation)),
  ]);
  return toOrganization(row);
}

/** Takes back a deletion that was kept for it; what the change has made goes to the bin, unless it is in use. */
export async function undoOrganizations(
  _platform: Platform,
  db: Db,
  by: By,
  { items }: UndoWork,
): Promise<UndoOutcome> {
  await lockOrganizationsAs(
    db,
    by.actor,
    items.flatMap(({ object_id, before }) => (before === null ? [object_id] : [])),
  );
  const outcome: UndoOutcome = { undone: [], refused: [] };
  for (const { object_id, before, version } of items)
    try {
      if (before === null) await putAway(db, by, object_id, version);
      else await takeOut(db, by, object_id, version);
      outcome.undone.push(object_id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { name = '' } = (await findOrganization(db, object_id)) ?? {};
      outcome.refused.push({ id: object_id, name, code: error.code });
    }
  return outcome;
}

/** @throws object.stale where it was changed since; organization.has_people, organization.has_invoices */
async function putAway(db: Db, by: By, id: string, version: number): Promise<void> {
  const row = await findOrganization(db, id);
  if (row?.version !== version) throw new AppError('object.stale');
  const { active_users, pending_invitations } = await membersOf(db, id);
  if (active_users + pending_invitations > 0) throw new AppError('organization.has_people');
  if ((await readUnpaid(db, id)).length > 0) throw new AppError('organization.has_invoices');
  await setInBin(db, id, true);
  await recordChange(db, by, { ...aboutOrganization(id, 'organization.deleted'), before: snapshotOf(row) });
}

const aboutOrganization = (id: string, action: string): Change => ({
  action,
  object_type: 'organization',
  object_id: id,
  organization_id: id,
});

const aboutPerson = (
  organization_id: string,
  action: string,
  person: { id: string; email: string },
): Change => ({
  action,
  object_type: 'user',
  object_id: person.id,
  organization_id,
  after: { email: person.email, is_active: action === 'user.activated' },
});

const aboutInvitation = (
  organization_id: string,
  action: string,
  invitation: { id: string; email: string },
): Change => ({
  action,
  object_type: 'invitation',
  object_id: invitation.id,
  organization_id,
  after: { email: invitation.email },
});
