import { PAGE_SIZE } from '@atalaya/contract/limits';
import type { NotInvitable } from '@atalaya/contract/choices';
import type { Invitation } from '@atalaya/contract/invitations';
import type { Role } from '@atalaya/contract/roles';
import { randomUUIDv7 } from 'node:crypto';
import type { Actor, By } from '../../platform/core/actor.ts';
import { recordChange } from '../../platform/records/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/core/errors.ts';
import { hashToken } from '../../platform/core/token.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { requireAllowedDomain } from '../../platform/settings/settings.ts';
import { requireSeats, seatsFor } from '../seats/seats.rules.ts';
import { lockOrganizationsAs, requireRank } from '../ranks/ranks.rules.ts';
import { snapshotOf } from './invitations.fields.ts';
import { deliverInvitation, queueDelivery } from './invitation-delivery.service.ts';
import { invitationLink, invitationToken } from './invitation-token.ts';
import {
  closedBy,
  findInvitation,
  findAddressees,
  findWayIn,
  findWithdrawn,
  insertInvitation,
  listInvitations as listRows,
  lockInvitation,
  reopenInvitation,
  lockOpenInvitation,
  renewInvitation,
  revokeInvitation,
  replaceInviter,
} from './invitations.queries.ts';
import { notInvitable } from './invitations.rules.ts';
import type { InvitationFilters, InvitationRow } from './invitations.queries.ts';

/** One page, newest first, and how many match. */
export async function listInvitations(
  platform: Platform,
  actor: Actor,
  query: InvitationFilters & { page: number },
) {
  const asked = { ...query, organization_id: query.organization_id ?? actor.organization_id ?? undefined };
  return platform.database.readAs(actor, 'list the invitations of every organization', async (db) => {
    const { rows, total } = await listRows(db, asked, query.page);
    return {
      items: rows.map(toInvitation),
      total,
      page: query.page,
      page_size: PAGE_SIZE,
    };
  });
}

/**
 * 'Invitar Usuario'. The invitation is stored with its seat reserved, then the mail is tried at once; a mail that
 * fails is told with the link and tried again later, and one beyond the organization's budget of mails waits for it.
 * @throws user.rank_too_low, invitation.duplicate, organization.seats_full, those of requireInvitable
 */
export async function inviteAddress(
  platform: Platform,
  by: By,
  body: { email: string; role: Role; organization_id?: string | undefined },
) {
  requireRank(by.actor, body.role);
  const organization_id = organizationToInviteTo(by.actor, body.organization_id);
  const id = await platform.database.withActor(by.actor, 'invite to any organization', async (db) => {
    if (!(await lockOrganizationsAs(db, by.actor, [organization_id])).length)
      throw new AppError('object.not_found');
    await requireInvitable(db, by.actor, organization_id, body.email);
    const open = await lockOpenInvitation(db, organization_id, body.email);
    if (open && !open.expired) throw new AppError('invitation.duplicate');
    await requireSeats(db, organization_id, seatsFor(body.role));
    const row = { ...body, organization_id, invited_by: by.actor.profile_id };
    return open ? renew(platform, db, by, { ...row, ...open }) : create(platform, db, by, row);
  });
  return sent(platform, by.actor, id);
}

/**
 * Refuses what would end in a dead end, as far as the actor may know: of other organizations a super_admin alone.
 * @throws subscription.wrong_status of one that takes no new people, organization.domain_not_allowed; `invitation.` and
 *   one of NOT_INVITABLE, with the person who is in the way and their organization
 */
async function requireInvitable(db: Db, actor: Actor, organization_id: string, email: string): Promise<void> {
  const status = await closedBy(db, organization_id);
  if (status) throw new AppError('subscription.wrong_status', { params: { status } });
  await requireAllowedDomain(db, organization_id, email);
  const refusal = (await whyNotInvitable(db, actor, organization_id, [email])).get(email);
  if (!refusal) return;
  const { why, ...params } = refusal;
  throw new AppError(`invitation.${why}`, { params });
}

type Refusal = { why: NotInvitable; user_id: string; organization?: string };

/** Of these addresses, as far as the actor may know: who cannot be invited and why. */
export async function whyNotInvitable(
  db: Db,
  actor: Actor,
  organization_id: string,
  emails: string[],
): Promise<Map<string, Refusal>> {
  const found = await findAddressees(db, { organization_id, wide: actor.role === 'super_admin' }, emails);
  const refusals = new Map<string, Refusal>();
  for (const [email, person] of found) {
    const why = notInvitable(organization_id, person);
    const organization = person.organization_id === organization_id ? null : person.organization_name;
    if (why)
      refusals.set(email, { why, user_id: person.id, ...(organization === null ? {} : { organization }) });
  }
  return refusals;
}

type Asked = { organization_id: string; email: string; role: Role; invited_by: string };

async function create(platform: Platform, db: Db, by: By, asked: Asked): Promise<string> {
  const id = randomUUIDv7();
  await insertInvitation(db, { ...asked, id, ...tokenHashes(platform, id, 1) });
  await recordChange(db, by, {
    action: 'invitation.created',
    object_type: 'invitation',
    object_id: id,
    organization_id: asked.organization_id,
    after: snapshotOf(asked),
  });
  await queueDelivery(platform, db, { ...asked, id });
  return id;
}

async function renew(
  platform: Platform,
  db: Db,
  by: By,
  asked: Asked & { id: string; generation: number },
): Promise<string> {
  const generation = asked.generation + 1;
  await renewInvitation(db, { ...asked, generation, ...tokenHashes(platform, asked.id, generation) });
  await recordChange(db, by, {
    action: 'invitation.renewed',
    object_type: 'invitation',
    object_id: asked.id,
    organization_id: asked.organization_id,
    after: snapshotOf(asked),
  });
  await queueDelivery(platform, db, asked);
  return asked.id;
}

function tokenHashes(platform: Platform, id: string, generation: number) {
  const hash = (channel: 'mail' | 'copy') =>
    hashToken(invitationToken(platform.config.authSecret, id, generation, channel));
  return { mail_token_hash: hash('mail'), copy_token_hash: hash('copy') };
}

function organizationToInviteTo(actor: Actor, asked: string | undefined): string {
  if (actor.role === 'super_admin') {
    if (asked) return asked;
    throw new AppError('request.invalid', { fields: [{ field: 'body.organization_id', code: 'required' }] });
  }
  if (!actor.organization_id) throw new AppError('organization.required');
  if (asked && asked !== actor.organization_id) throw new AppError('object.not_found');
  return actor.organization_id;
}

/**
 * Tries the mail, and answers with the invitation as it is then; with the link to pass on where the mail failed, and
 * for a super_admin how its address comes in.
 */
async function sent(platform: Platform, actor: Actor, id: string) {
  const outcome = await deliverInvitation(platform, id);
  return platform.database.withActor(actor, 'read an invitation just sent', async (db) => {
    const row = await findInvitation(db, id);
    if (!row) throw new AppError('object.not_found');
    return {
      invitation: toInvitation(row),
      link: outcome === 'failed' ? invitationLink(platform.config, row, 'copy') : null,
      account: actor.role === 'super_admin' ? await findWayIn(db, row.email) : null,
    };
  });
}

/**
 * 'Reenviar': the same link once more, or a fresh seven days for one that has expired, as if it was sent anew.
 * @throws object.not_found, invitation.not_pending, user.rank_too_low, organization.seats_full, those of
 *   requireInvitable
 */
export async function resendInvitation(platform: Platform, by: By, id: string) {
  const found = await platform.database.withActor(by.actor, 'resend any invitation', (db) =>
    findInvitation(db, id),
  );
  if (!found) throw new AppError('object.not_found');
  const { organization_id } = found;
  await platform.database.withActor(by.actor, 'resend any invitation', async (db) => {
    // Locked before the invitation, as inviting and accepting do: else two transactions would deadlock.
    await lockOrganizationsAs(db, by.actor, [organization_id]);
    const row = await requireOpen(db, by.actor, id);
    await requireInvitable(db, by.actor, organization_id, row.email);
    if (row.status === 'pending') {
      await replaceInviter(db, id, by.actor.profile_id);
      await recordChange(db, by, change('invitation.resent', row));
      await queueDelivery(platform, db, row);
      return;
    }
    await requireSeats(db, organization_id, seatsFor(row.role));
    await renew(platform, db, by, { ...row, invited_by: by.actor.profile_id });
  });
  return sent(platform, by.actor, id);
}

/**
 * 'Copiar enlace'. The mailed link stays alive, and so does every copy made before.
 * @throws object.not_found, invitation.not_pending, user.rank_too_low, those of requireInvitable
 */
export async function copyInvitationLink(platform: Platform, by: By, id: string) {
  return platform.database.withActor(by.actor, 'copy the link of any invitation', async (db) => {
    const row = await requireOpen(db, by.actor, id);
    if (row.status !== 'pending') throw new AppError('invitation.not_pending');
    await requireInvitable(db, by.actor, row.organization_id, row.email);
    await replaceInviter(db, id, by.actor.profile_id);
    await recordChange(db, by, change('invitation.link_copied', row));
    return { link: invitationLink(platform.config, row, 'copy') };
  });
}

/** 'Cancelar'. @throws object.not_found, invitation.not_pending */
export async function cancelInvitation(platform: Platform, by: By, id: string): Promise<void> {
  await platform.database.withActor(by.actor, 'cancel any invitation', async (db) => {
    const row = await requireOpen(db, by.actor, id);
    if (!(await revokeInvitation(db, id))) throw new AppError('invitation.not_pending');
    await recordChange(db, by, change('invitation.canceled', row));
  });
}

/**
 * Takes the withdrawal of an invitation back: it holds its seat again, and the links that were sent lead in for the days
 * that they had left.
 * @throws object.not_found, user.rank_too_low, invitation.duplicate where the address was invited anew,
 *   organization.seats_full, those of requireInvitable
 */
export async function restoreInvitation(platform: Platform, by: By, id: string): Promise<Invitation> {
  return platform.database.withActor(by.actor, 'restore any invitation', async (db) => {
    const organization_id = (await findWithdrawn(db, id, { lock: false }))?.organization_id;
    if (!organization_id) throw new AppError('object.not_found');
    await lockOrganizationsAs(db, by.actor, [organization_id]);
    const row = await findWithdrawn(db, id, { lock: true });
    if (!row) throw new AppError('object.not_found');
    requireRank(by.actor, row.role);
    await requireInvitable(db, by.actor, organization_id, row.email);
    if (await lockOpenInvitation(db, organization_id, row.email)) throw new AppError('invitation.duplicate');
    if (row.status === 'pending') await requireSeats(db, organization_id, seatsFor(row.role));
    await reopenInvitation(db, id, by.actor.profile_id);
    await recordChange(db, by, change('invitation.restored', row));
    return toInvitation(row);
  });
}

/** Locked, not accepted, and for a role that the actor may give. */
async function requireOpen(db: Db, actor: Actor, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(db, id);
  if (!row) throw new AppError('object.not_found');
  if (row.status === 'accepted') throw new AppError('invitation.not_pending');
  requireRank(actor, row.role);
  return row;
}

const change = (action: string, row: InvitationRow) => ({
  action,
  object_type: 'invitation',
  object_id: row.id,
  organization_id: row.organization_id,
  before: snapshotOf(row),
});

export function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    status: row.status,
    delivery: row.delivery,
    organization: { id: row.organization_id, name: row.organization_name },
    invited_by: row.inviter_name,
    created_at: row.created_at.toISOString(),
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
  };
}
