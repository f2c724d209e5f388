import type { WayIn } from '@atalaya/contract/invitations';
import type { Actor, By, Origin, SignedIn } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { SystemDb } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { hashToken } from '../../platform/core/token.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { requireAllowedDomain } from '../../platform/settings/settings.ts';
import { createAccount, isUnclaimed, removeUnclaimed } from '../account/accounts/account-creation.service.ts';
import { startSession } from '../account/accounts/sign-in.service.ts';
import { findRequiredStart } from '../enforcement/enforcement.rules.ts';
import { lockOrganizations, requireReservedSeat } from '../seats/seats.rules.ts';
import { snapshotOf } from './invitations.fields.ts';
import { tellInviter } from './invitation-delivery.service.ts';
import { findPersonByEmail, insertJoined, moveIn } from './invitation-people.queries.ts';
import { wayIn } from './invitations.rules.ts';
import {
  claimInvitation,
  claimRenewalRequest,
  declineInvitation as decline,
  findByToken,
} from './invitations.queries.ts';
import type { InvitationRow, OpenInvitation } from './invitations.queries.ts';

/** Why an address does not come in by the form. An account's password is never set by an invitation. */
const REFUSALS = {
  exists: 'invitation.sign_in_required',
  member: 'invitation.sign_in_required',
  set_up: 'invitation.set_up_first',
  closed: 'invitation.account_closed',
} as const;

type Stranger = { actor: null; origin: Origin };

/**
 * What the token offers, and how its address comes in. Reads only: programs that follow links in mails consume nothing.
 * @throws invitation.invalid, invitation.organization_closed
 */
export async function openInvitation(platform: Platform, token: string) {
  return platform.database.withSystem('open an invitation', async (db) => {
    const row = await getByToken(db, token);
    const { way } = await wayOf(db, row);
    return {
      email: row.email,
      role: row.role,
      organization_name: row.organization_name,
      invited_by: row.inviter_name,
      expires_at: row.expires_at.toISOString(),
      account: way,
      sign_on: row.role === 'super_admin' ? null : await findRequiredStart(db, row),
    };
  });
}

async function wayOf(db: SystemDb, row: OpenInvitation): Promise<{ way: WayIn; is_unclaimed: boolean }> {
  const person = await findPersonByEmail(db, row.email);
  const is_unclaimed = person.user_id !== null && (await isUnclaimed(db, row.email));
  return { way: wayIn(row, { ...person, is_unclaimed }), is_unclaimed };
}

async function getByToken(db: SystemDb, token: string): Promise<OpenInvitation> {
  const row = await findByToken(db, hashToken(token));
  if (!row) throw new AppError('invitation.invalid');
  if (row.organization_closed)
    throw new AppError('invitation.organization_closed', { params: { organization: row.organization_name } });
  return row;
}

/**
 * Locks the organization and reads the invitation again behind the lock: of many acceptances at the same moment,
 * each sees what the one before has left.
 */
async function lockByToken(db: SystemDb, token: string): Promise<OpenInvitation> {
  const { organization_id } = await getByToken(db, token);
  await lockOrganizations(db, [organization_id]);
  return getByToken(db, token);
}

/**
 * Accepts without an account: account, profile, membership and session in one transaction, or none of them.
 * `previous`: whose session the browser had, which ends.
 * @throws invitation.invalid, invitation.organization_closed, the codes of REFUSALS, organization.seats_full,
 *   account.common_password, sso.required
 */
export async function acceptInvitation(
  platform: Platform,
  origin: Origin,
  body: { token: string; first_name: string; last_name: string; password: string },
  previous: SignedIn | null = null,
) {
  platform.accounts.refuseCommon(body.password);
  await openInvitation(platform, body.token); // A stranger with a wrong token costs no hash.
  const password_hash = await platform.accounts.hashPassword(body.password, 'known');
  const by: Stranger = { actor: null, origin };
  return platform.database.withSystem('accept an invitation', async (db) => {
    const row = await lockByToken(db, body.token);
    const { way, is_unclaimed } = await wayOf(db, row);
    if (way !== 'none') throw new AppError(REFUSALS[way]);
    await requirePlace(db, row);
    if (is_unclaimed) await removeUnclaimed(db, origin, row.email);
    const names = { first_name: body.first_name, last_name: body.last_name };
    const user_id = await createAccount(db, {
      ...names,
      email: row.email,
      password_hash,
      email_verified: row.channel === 'mail',
    });
    if (!user_id) throw new AppError('invitation.sign_in_required');
    const membership = membershipOf(row);
    const profile_id = await insertJoined(db, { ...names, email: row.email, user_id, ...membership });
    await accept(platform, db, by, row, { profile_id, channel: row.channel });
    const started = await startSession(platform, db, user_id, origin, { way: 'invitation', previous });
    if (!started) throw new AppError('invitation.invalid');
    return started;
  });
}

/** A super_admin belongs to no organization, also by the invitation of one. */
function membershipOf(row: OpenInvitation) {
  return { role: row.role, organization_id: row.role === 'super_admin' ? null : row.organization_id };
}

async function requirePlace(db: SystemDb, row: OpenInvitation): Promise<void> {
  if (row.role === 'super_admin') return;
  // The domains may have been narrowed since the invitation.
  await requireAllowedDomain(db, row.organization_id, row.email);
  await requireReservedSeat(db, row.organization_id);
}

/** The invitation is used up, for one person; what was shown of it (`channel`) goes into the audit log. */
export async function accept(
  platform: Platform,
  db: SystemDb,
  by: { actor: Actor | null; origin: Origin },
  row: InvitationRow,
  { profile_id, channel }: { profile_id: string; channel: OpenInvitation['channel'] | 'sign_on' },
): Promise<void> {
  if (!(await claimInvitation(db, row.id, profile_id))) throw new AppError('invitation.invalid');
  await recordChange(db, by, {
    action: 'invitation.accepted',
    object_type: 'invitation',
    object_id: row.id,
    organization_id: row.organization_id,
    after: { ...snapshotOf(row), profile_id, channel },
  });
  await tellInviter(platform, db, row, 'accepted');
}

/**
 * Accepts as the signed-in owner of the invited address, who belongs to no organization yet. Where that requires its
 * single sign-on, their sessions end, and they come back through it.
 * @returns where; null where it is not required
 * @throws invitation.invalid, invitation.wrong_account, invitation.other_organization, invitation.already_member,
 *   organization.seats_full
 */
export async function joinInvitation(platform: Platform, by: By, token: string): Promise<string | null> {
  const { actor } = by;
  return platform.database.withSystem('join by an invitation', async (db) => {
    const row = await lockByToken(db, token);
    if (row.email !== actor.email) throw new AppError('invitation.wrong_account');
    const person = await findPersonByEmail(db, row.email);
    if (person.profile_id !== actor.profile_id) throw new AppError('invitation.invalid');
    // Changed since the request began: an invitation restores and reactivates no person.
    if (person.in_bin || !person.is_active) throw new AppError('invitation.invalid');
    if (person.organization_id === row.organization_id) throw new AppError('invitation.already_member');
    if (person.organization_id !== null || person.role === 'super_admin')
      throw new AppError('invitation.other_organization');
    await requirePlace(db, row);
    await moveIn(db, actor.profile_id, membershipOf(row));
    await accept(platform, db, by, row, { profile_id: actor.profile_id, channel: row.channel });
    return findRequiredStart(db, membershipOf(row));
  });
}

/** 'Rechazar': the seat is free again and the inviter is told. @throws invitation.invalid */
export async function declineInvitation(platform: Platform, origin: Origin, token: string): Promise<void> {
  await platform.database.withSystem('decline an invitation', async (db) => {
    const row = await getByToken(db, token);
    if (!(await decline(db, row.id))) throw new AppError('invitation.invalid');
    await recordChange(
      db,
      { actor: null, origin },
      {
        action: 'invitation.declined',
        object_type: 'invitation',
        object_id: row.id,
        organization_id: row.organization_id,
        before: snapshotOf(row),
      },
    );
    await tellInviter(platform, db, row, 'declined');
  });
}

/** Asks the inviter for a fresh link. The answer is the same for every token. */
export async function requestRenewal(platform: Platform, origin: Origin, token: string): Promise<void> {
  await platform.database.withSystem('ask for a fresh invitation', async (db) => {
    const row = await claimRenewalRequest(db, hashToken(token));
    if (!row) return;
    await recordChange(
      db,
      { actor: null, origin },
      {
        action: 'invitation.renewal_requested',
        object_type: 'invitation',
        object_id: row.id,
        organization_id: row.organization_id,
      },
    );
    await tellInviter(platform, db, row, 'renewal_requested');
  });
}
