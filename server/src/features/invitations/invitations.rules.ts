import type { WayIn } from '@atalaya/contract/invitations';

/** What exists under an address already: a profile, an account, both or neither. */
export type KnownPerson = {
  profile_id: string | null;
  organization_id: string | null;
  user_id: string | null;
  role: string | null;
  in_bin: boolean;
  is_active: boolean;
  organization_deleted: boolean;
  /** Whether the account is nobody's: its address was never proved, and no organization has ever admitted it. */
  is_unclaimed: boolean;
};

/**
 * How an invited address comes in. An account that nobody has proved does not shut out whoever reads the mailbox: the
 * mailed link takes its place. A copied link proves no mailbox, so that it never replaces an account, and its owner can
 * always have a new password mailed.
 */
export function wayIn(
  invitation: { organization_id: string; channel: 'mail' | 'copy' },
  person: KnownPerson,
): WayIn {
  const isFree = person.user_id === null || (person.is_unclaimed && invitation.channel === 'mail');
  if (person.profile_id === null) return isFree ? 'none' : 'exists';
  if (!person.is_active || person.in_bin || person.organization_deleted) return 'closed';
  if (person.user_id === null) return 'set_up';
  if (person.organization_id === invitation.organization_id) return 'member';
  return isFree ? 'none' : 'exists';
}
