import type { Origin } from '../../platform/actor.ts';
import { clientShares, isWithin, tryToTakeAll } from '../../platform/http/rate-limits.ts';
import type { Limit } from '../../platform/http/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRecipient } from './accounts.queries.ts';
import { mailPasswordLink } from './accounts.service.ts';
import { isKnownNetwork } from './known-networks.service.ts';

/** What was asked for, and from which address of the network. */
export type PasswordRequest = { email: string; ip_address: string | null };

export const PASSWORD_REQUESTS = 'password-request';

/**
 * Mails with a link to reset a password that one address gets in an hour: asked for from one network, from all of them,
 * and, once those are used up, from a network where its person has signed in. Others cannot use up that last share, and
 * what they have caused is in the mailbox: each of those links works too.
 */
const FROM_NETWORK: Limit = { name: 'reset-network', max: 3, seconds: 3600 };
const FROM_ANYWHERE: Limit = { name: 'reset-address', max: 5, seconds: 3600 };
const FROM_KNOWN_NETWORK: Limit = { name: 'reset-known', max: 3, seconds: 3600 };

/**
 * Takes the wish for a new password. Who it is for, and whether a mail is due, is found out by a job: neither the answer
 * nor its time tells anything.
 */
export async function requestPasswordReset(platform: Platform, origin: Origin, email: string): Promise<void> {
  const asked: PasswordRequest = { email, ip_address: origin.ip_address };
  await platform.database.withSystem('take the wish for a new password', (db) =>
    platform.jobs.send(db, PASSWORD_REQUESTS, asked),
  );
}

/** Mails the link that was asked for, where there is an active person, within the limits. */
export async function answerPasswordRequest(platform: Platform, asked: PasswordRequest): Promise<void> {
  const { email, ip_address } = asked;
  if (await tryToTakeAll(platform, clientShares(FROM_NETWORK, ip_address, email))) return;
  const person = await platform.database.withSystem('who asks for a new password', (db) =>
    findRecipient(db, { email }),
  );
  if (!person) return;
  const isDue =
    (await isWithin(platform, FROM_ANYWHERE, email)) ||
    ((await isKnownNetwork(platform, person.id, ip_address)) &&
      (await isWithin(platform, FROM_KNOWN_NETWORK, email)));
  if (!isDue) return;
  await platform.database.withSystem('mail a link to reset a password', async (db) => {
    const still = await findRecipient(db, { email });
    if (still) await mailPasswordLink(platform, db, still);
  });
}
