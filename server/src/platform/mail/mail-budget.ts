import {
  STRANGER_MAILS_PER_ADDRESS,
  STRANGER_MAILS_PER_DAY,
  STRANGER_MAILS_PER_HOUR,
} from '@atalaya/contract/limits';
import { tryToTakeAll } from '../http/rate-limits.ts';
import type { Limit, Limited } from '../http/rate-limits.ts';

/**
 * Mails that organizations cause to addresses that nobody has proven to be theirs (invitations, links for people who
 * were added or imported): the one rule about how many. What is over it waits.
 */
const PER_ADDRESS: Limit = { name: 'stranger-mails-address', max: STRANGER_MAILS_PER_ADDRESS, seconds: 3600 };
const PER_ORGANIZATION: Limit[] = [
  { name: 'stranger-mails-hour', max: STRANGER_MAILS_PER_HOUR, seconds: 3600 },
  { name: 'stranger-mails-day', max: STRANGER_MAILS_PER_DAY, seconds: 24 * 3600 },
];

/** Seconds until there is room, and whether it is the organization that has none, or the address alone. */
type Wait = { seconds: number; whose: 'organization' | 'address' };

/** Takes a share for one mail, whole or not at all; null where there was one. */
export async function takeShare(
  platform: Limited,
  mail: { organization_id: string; recipient: string },
): Promise<Wait | null> {
  const address = { limit: PER_ADDRESS, key: mail.recipient };
  const refused = await tryToTakeAll(platform, [
    address,
    ...PER_ORGANIZATION.map((limit) => ({ limit, key: mail.organization_id })),
  ]);
  return refused && { seconds: refused.seconds, whose: refused.of === address ? 'address' : 'organization' };
}
