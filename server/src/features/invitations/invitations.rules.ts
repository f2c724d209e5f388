import type { NotInvitable } from '@atalaya/contract/choices';
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
  /** Whether its address was never proved, and no organization has ever admitted the account. */
  is_unclaimed: boolean;
};

type Addressee = {
  organization_id: string | null;
  organization_deleted: boolean;
  role: string;
  user_id: string | null;
  is_active: boolean;
  in_bin: boolean;
};

/** Why it is of no use to invite a person to an organization, or null. Who belongs elsewhere joins by being moved. */
export function notInvitable(organization_id: string, person: Addressee): NotInvitable | null {
  const state = person.in_bin ? 'in_bin' : person.is_active ? null : 'inactive';
  if (person.organization_id === organization_id)
    return state ?? (person.user_id === null ? 'not_set_up' : 'already_member');
  if (person.role === 'super_admin') return state ? `super_admin_${state}` : 'super_admin';
  if (person.organization_id === null) return state && `unassigned_${state}`;
  if (person.organization_deleted) return 'elsewhere_closed';
  return state ? `elsewhere_${state}` : 'elsewhere';
}

/**
 * How an invited address comes in. An account with an unproved address does not shut out the owner of the mailbox: the
 * account made by the mailed link takes its place. A copied link proves no mailbox, so that it never replaces an
 * account, and its owner can always have a new password mailed.
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
