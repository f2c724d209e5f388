import { clientShares, isWithin, tryToTakeAll } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';

/**
 * Mails that any visitor can have sent to any address by a form: links to set a password, and mails about a
 * registration. The forms answer alike whether or not one leaves. Each kind has three limits an hour for one address:
 * requests from one network, from all networks, and, once those are used up, from networks that did not use them up.
 */
type AskedMail = 'reset' | 'registration';

const HOUR = 3600;
const perNetwork = (kind: AskedMail): Limit => ({ name: `${kind}-network`, max: 3, seconds: HOUR });
const perAddress = (kind: AskedMail): Limit => ({ name: `${kind}-address`, max: 5, seconds: HOUR });
const keptBack = (kind: AskedMail): Limit => ({ name: `${kind}-kept`, max: 3, seconds: HOUR });

/**
 * Whether a mail is due, and counts it. `may_take_kept`: whether those that are kept back are for who asks. What others
 * have caused is in the mailbox, and each of those links works too.
 */
export async function isMailDue(
  platform: Platform,
  kind: AskedMail,
  { email, ip_address, may_take_kept }: { email: string; ip_address: string | null; may_take_kept: boolean },
): Promise<boolean> {
  if (await tryToTakeAll(platform, clientShares(perNetwork(kind), ip_address, email))) return false;
  if (await isWithin(platform, perAddress(kind), email)) return true;
  return may_take_kept && isWithin(platform, keptBack(kind), email);
}
