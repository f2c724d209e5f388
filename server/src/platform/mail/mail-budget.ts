import {
  STRANGER_MAILS_PER_ADDRESS,
  STRANGER_MAILS_PER_DAY,
  STRANGER_MAILS_PER_HOUR,
} from '@atalaya/contract/limits';
import { giveBackAll, isWithin, tryToTakeAll } from '../limits/rate-limits.ts';
import type { Limit, Limited } from '../limits/rate-limits.ts';
import { NO_ORGANIZATION } from './mail.queries.ts';

/**
 * Mails that organizations cause to addresses that no user has proven to be theirs (invitations, links for people who
 * were added or imported, news of an account with such an address): the one limit of their number. More of them wait.
 */
const PER_ORGANIZATION: Limit[] = [
  { name: 'stranger-mails-hour', max: STRANGER_MAILS_PER_HOUR, seconds: 3600 },
  { name: 'stranger-mails-day', max: STRANGER_MAILS_PER_DAY, seconds: 24 * 3600 },
];
/** To one address: of one organization, and of all together. */
const PER_ADDRESS: Limit = { name: 'stranger-mails-address', max: STRANGER_MAILS_PER_ADDRESS, seconds: 3600 };
const PER_ADDRESS_IN_ALL: Limit[] = [
  { name: 'stranger-mails-address-hour', max: 10, seconds: 3600 },
  { name: 'stranger-mails-address-day', max: 20, seconds: 24 * 3600 },
];
/** What others have used up of an address does not keep an organization from the first of a day. */
const FIRST_OF_DAY: Limit = { name: 'stranger-mails-first', max: 1, seconds: 24 * 3600 };

/** Seconds until there is room, and whether it is the organization that has none, or the address alone. */
type Wait = { seconds: number; whose: 'organization' | 'address' };

/** Takes a share for one mail, whole or not at all; null where there was one. `organization_id` null: none causes it. */
export async function takeShare(
  platform: Limited,
  { organization_id, recipient }: { organization_id: string | null; recipient: string },
): Promise<Wait | null> {
  const cause = organization_id ?? NO_ORGANIZATION;
  const ofBoth = `${cause} ${recipient}`;
  const address = { limit: PER_ADDRESS, key: ofBoth };
  const own = [address, ...PER_ORGANIZATION.map((limit) => ({ limit, key: cause }))];
  const refused = await tryToTakeAll(platform, own);
  if (refused)
    return { seconds: refused.seconds, whose: refused.of === address ? 'address' : 'organization' };
  const over = await tryToTakeAll(
    platform,
    PER_ADDRESS_IN_ALL.map((limit) => ({ limit, key: recipient })),
  );
  const isFirst = await isWithin(platform, FIRST_OF_DAY, ofBoth);
  if (!over || isFirst) return null;
  await giveBackAll(platform, own);
  return { seconds: over.seconds, whose: 'address' };
}
