import type { Role } from '@atalaya/contract/roles';
import { fieldsWith, pick } from '../../platform/records/fields.ts';
import type { Fields } from '../../platform/records/fields.ts';

/** Invitations are changed one by one; those that go to the bin with their organization come back with it. */
const NEVER = { undo: { left: 'no change of many invitations is undone' } };
const TAKEN_ALONG = { ...NEVER, exported: true } as const;

/** What is done with each column of an invitation. What a token is made of leaves with no organization. */
export const INVITATION_FIELDS = {
  id: TAKEN_ALONG,
  organization_id: NEVER,
  email: { ...TAKEN_ALONG, audited: true },
  role: { ...TAKEN_ALONG, audited: true },
  invited_by: TAKEN_ALONG,
  delivery: TAKEN_ALONG,
  last_sent_at: TAKEN_ALONG,
  expires_at: TAKEN_ALONG,
  accepted_at: TAKEN_ALONG,
  accepted_by: TAKEN_ALONG,
  declined_at: TAKEN_ALONG,
  revoked_at: TAKEN_ALONG,
  created_at: TAKEN_ALONG,
  generation: NEVER,
  mail_token_hash: NEVER,
  copy_token_hash: NEVER,
  reminded_at: NEVER,
  expiry_told_at: NEVER,
  renewal_requested_at: NEVER,
  updated_at: NEVER,
  revoked_with_organization: NEVER,
} as const satisfies Fields<'organization_invitations'>;

/** What the audit log keeps of an invitation. */
export const snapshotOf = (invitation: { email: string; role: Role }) =>
  pick(invitation, fieldsWith(INVITATION_FIELDS, 'audited'));
