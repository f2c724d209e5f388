import type { Origin } from '../../../platform/core/actor.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { findRecipient } from './accounts.queries.ts';
import { mailPasswordLink } from './accounts.service.ts';
import { isMailDue } from './asked-mails.service.ts';
import { isKnownNetwork } from './known-networks.service.ts';

/** What was asked for, and from which address of the network. */
export type PasswordRequest = { email: string; ip_address: string | null };

export const PASSWORD_REQUESTS = 'password-request';

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
  const person = await platform.database.withSystem('who asks for a new password', (db) =>
    findRecipient(db, { email }),
  );
  if (!person) return;
  // Kept back for where the person has signed in.
  const may_take_kept = await isKnownNetwork(platform, person.id, ip_address);
  if (!(await isMailDue(platform, 'reset', { email, ip_address, may_take_kept }))) return;
  await platform.database.withSystem('mail a link to reset a password', async (db) => {
    const still = await findRecipient(db, { email });
    if (still) await mailPasswordLink(platform, db, still);
  });
}
