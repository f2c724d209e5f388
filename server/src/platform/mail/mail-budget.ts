import {
  STRANGER_MAILS_PER_ADDRESS,
  STRANGER_MAILS_PER_DAY,
  STRANGER_MAILS_PER_HOUR,
} from '@atalaya/contract/limits';
import { giveBackTo, tryToTakeFrom } from '../http/rate-limits.ts';
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
  const wanted = [
    { limit: PER_ADDRESS, key: mail.recipient, whose: 'address' as const },
    ...PER_ORGANIZATION.map((limit) => ({
      limit,
      key: mail.organization_id,
      whose: 'organization' as const,
    })),
  ];
  for (const [at, { limit, key, whose }] of wanted.entries()) {
    const seconds = await tryToTakeFrom(platform, limit, key);
    if (seconds === 0) continue;
    for (const had of wanted.slice(0, at)) await giveBackTo(platform, had.limit, had.key);
    return { seconds, whose };
  }
  return null;
}
