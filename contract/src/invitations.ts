import { INVITATION_STATUSES, NOT_INVITABLE } from './choices.ts';
import { z } from 'zod';
import { INVITATION_PASSWORD_MIN, INVITE_LIMIT, PASSWORD_MAX, TOKEN_MAX } from './limits.ts';
import { roleSchema } from './roles.ts';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { email, id, instant, name, pageOf, pageQuery, searchQuery, text } from './shapes.ts';

export const invitationSchema = z.object({
  id,
  email: z.string(),
  role: roleSchema,
  status: z.enum(INVITATION_STATUSES),
  /** waiting: for the organization's hourly or daily budget of mails to new addresses; it leaves by itself. */
  delivery: z.enum(['sent', 'failed', 'waiting']),
  organization: z.object({ id, name: z.string() }),
  invited_by: z.string().nullable(),
  created_at: instant,
  last_sent_at: instant.nullable(),
  expires_at: instant,
  accepted_at: instant.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;

/**
 * After sending: `link` is there only when the mail failed, so that it can be passed on by hand. `account`: how the
 * address comes in where that is not by the form; only a super_admin may know that the address has an account already.
 */
const sentSchema = z.object({
  invitation: invitationSchema,
  link: z.string().nullable(),
  account: z.enum(['exists', 'set_up']).nullable(),
});

const token = text(TOKEN_MAX).min(1);
const one = z.strictObject({ id });
const empty = z.strictObject({});

/**
 * How an invited address comes in. none: the form; exists: sign in, then join; member: already in; set_up: an admin has
 * added this person, who first chooses a password by a link of their mail; closed: inactive or in the bin.
 */
export const WAYS_IN = ['none', 'exists', 'member', 'set_up', 'closed'] as const;
export type WayIn = (typeof WAYS_IN)[number];

const notInvitable = NOT_INVITABLE.map((who) => `invitation.${who}` as const);

/** Why a line of a list of addresses cannot be invited, or that it can. */
export const INVITE_CHECKS = [
  'ok',
  'invalid_email',
  'repeated',
  'already_invited',
  ...NOT_INVITABLE,
  'domain_not_allowed',
  'no_seat',
] as const;

export const invitationRoutes = defineRoutes({
  listInvitations: {
    method: 'GET',
    path: '/api/invitations',
    summary: 'Invitations, newest first, with their derived state',
    access: 'invitations.list',
    query: z.strictObject({
      ...pageQuery,
      ...searchQuery,
      status: z.enum(INVITATION_STATUSES).optional(),
      organization_id: id.optional(),
    }),
    response: pageOf(invitationSchema),
  },
  createInvitation: {
    method: 'POST',
    path: '/api/invitations',
    summary: 'Invite an address; the mail is tried at once, and a failure is told with the link',
    access: 'invitations.create',
    body: z.strictObject({
      email,
      role: roleSchema.default('user'),
      /** super_admin only, and required there. */
      organization_id: id.optional(),
    }),
    response: sentSchema,
    status: 201,
    errors: [
      'invitation.duplicate',
      ...notInvitable,
      'organization.domain_not_allowed',
      'organization.seats_full',
      'user.rank_too_low',
      'subscription.wrong_status',
    ],
  },
  checkInvitations: {
    method: 'POST',
    path: '/api/invitations/check',
    summary: 'Dry run of a list of addresses: a result per line, nothing is written',
    access: 'invitations.create',
    body: z.strictObject({
      emails: z.array(text(300)).min(1).max(INVITE_LIMIT),
      organization_id: id.optional(),
    }),
    response: z.object({
      results: z.array(
        z.object({
          email: z.string(),
          check: z.enum(INVITE_CHECKS),
          /** The name of the other organization, where the address belongs to one. */
          organization: z.string().optional(),
        }),
      ),
    }),
    errors: ['subscription.wrong_status'],
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/invitations/{id}/resend',
    summary: 'Mail a pending invitation again; an expired one is renewed',
    access: 'invitations.resend',
    params: one,
    body: empty,
    response: sentSchema,
    errors: [
      'invitation.not_pending',
      ...notInvitable,
      'organization.domain_not_allowed',
      'organization.seats_full',
      'user.rank_too_low',
      'subscription.wrong_status',
    ],
  },
  copyInvitationLink: {
    method: 'POST',
    path: '/api/invitations/{id}/link',
    summary: 'The link of a pending invitation, to pass on by hand; the mailed link stays valid',
    access: 'invitations.copy',
    params: one,
    body: empty,
    response: z.object({ link: z.string() }),
    errors: [
      'invitation.not_pending',
      ...notInvitable,
      'organization.domain_not_allowed',
      'user.rank_too_low',
      'subscription.wrong_status',
    ],
  },
  cancelInvitation: {
    method: 'DELETE',
    path: '/api/invitations/{id}',
    summary: 'Withdraw an invitation that was not accepted',
    access: 'invitations.cancel',
    params: one,
    errors: ['invitation.not_pending'],
  },
  restoreInvitation: {
    method: 'POST',
    path: '/api/invitations/{id}/restore',
    summary:
      'Take the withdrawal of an invitation back: its links lead in again, for the days that they had left',
    access: 'invitations.cancel',
    params: one,
    body: z.strictObject({}),
    response: invitationSchema,
    errors: [
      'invitation.duplicate',
      ...notInvitable,
      'organization.seats_full',
      'organization.domain_not_allowed',
      'subscription.wrong_status',
    ],
  },
  openInvitation: {
    method: 'POST',
    path: '/api/invitations/open',
    summary: 'What an invitation offers, for its token; consumes nothing',
    access: 'public',
    body: z.strictObject({ token }),
    response: z.object({
      email: z.string(),
      role: roleSchema,
      organization_name: z.string(),
      invited_by: z.string().nullable(),
      expires_at: instant,
      account: z.enum(WAYS_IN),
      /** Where the organization requires people to come in through its provider; null: it does not. */
      sign_on: z.string().nullable(),
    }),
    errors: ['invitation.invalid', 'invitation.organization_closed', 'request.rate_limited'],
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Accept without an account: creates it, joins and signs in, all or nothing',
    access: 'public',
    body: z.strictObject({
      token,
      first_name: name(),
      last_name: name(),
      password: text(PASSWORD_MAX).min(INVITATION_PASSWORD_MIN),
    }),
    response: z.object({ session: sessionSchema }),
    errors: [
      'sso.required',
      'invitation.invalid',
      'invitation.organization_closed',
      'invitation.sign_in_required',
      'invitation.set_up_first',
      'invitation.account_closed',
      'organization.seats_full',
      'account.common_password',
      'request.rate_limited',
    ],
  },
  joinInvitation: {
    method: 'POST',
    path: '/api/invitations/join',
    summary: 'Accept as the signed-in person to whom it was sent',
    access: 'invitations.join',
    body: z.strictObject({ token }),
    response: z.object({
      /** null: the organization requires people to come in through its provider, which has ended it. */
      session: sessionSchema.nullable(),
      sign_on: z.string().nullable(),
    }),
    errors: [
      'invitation.invalid',
      'invitation.wrong_account',
      'invitation.other_organization',
      'organization.seats_full',
    ],
  },
  declineInvitation: {
    method: 'POST',
    path: '/api/invitations/decline',
    summary: 'Decline an invitation with its token',
    access: 'public',
    body: z.strictObject({ token }),
    errors: ['invitation.invalid', 'request.rate_limited'],
  },
  requestInvitationRenewal: {
    method: 'POST',
    path: '/api/invitations/renewal-requests',
    summary: 'Ask the inviter for a fresh link; always answers the same',
    access: 'public',
    body: z.strictObject({ token }),
    status: 202,
    errors: ['request.rate_limited'],
  },
});
