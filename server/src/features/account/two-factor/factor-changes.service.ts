import type { Author } from '../../../platform/records/audit.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { Db, SystemDb } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { mailPerson, pageUrl, registerAccountNews } from '../accounts/accounts.service.ts';
import { tellOfSecondFactor } from '../../notifications/security-news.service.ts';
import { makeRecoveryCodes, recoveryHash } from './factor-secrets.ts';
import { SECURITY_EVENTS, securityMail } from './security.email.ts';
import type { SecurityEvent } from './security.email.ts';
import { findFactors, lockAccount, replaceRecoveryCodes } from './two-factor.queries.ts';

/** Whose factors: their profile, and the organization whose audit log shows it. */
export type Owner = { profile_id: string; organization_id: string | null };
/** `detail` goes into the mail, `after` into the audit log. */
type FactorChange = { action: string; event: SecurityEvent; detail?: string; after?: object };

/** Writes a change of a person's factors to the audit log and tells them of it, in its transaction. */
export async function noteFactorChange(
  platform: Platform,
  db: Db,
  by: Author,
  owner: Owner,
  { action, event, detail = '', after }: FactorChange,
): Promise<void> {
  await recordChange(db, by, {
    action,
    object_type: 'user',
    object_id: owner.profile_id,
    organization_id: owner.organization_id,
    ...(after ? { after } : {}),
  });
  const { profile_id: id, organization_id } = owner;
  await tellOfSecondFactor(db, { id, organization_id });
  await mailSecurity(platform, db, id, event, detail);
}

/** Mails a person what has happened to their account, unless they are inactive. */
export async function mailSecurity(
  platform: Platform,
  db: Db,
  profile_id: string,
  event: SecurityEvent,
  detail: string,
): Promise<void> {
  const link = resetLink(platform);
  await mailPerson(platform, db, profile_id, event, (to) => securityMail(event, { ...to, link, detail }));
}

/** Where to ask for a new password. */
const resetLink = (platform: Platform) => pageUrl(platform, '/admin/reset-password');

/** Registers what these mails say to an unproven address: no name of a passkey, a person or an account. */
export function registerSecurityMails(platform: Platform): void {
  const link = resetLink(platform);
  for (const event of SECURITY_EVENTS)
    registerAccountNews(platform, event, (to) => securityMail(event, { ...to, link, detail: null }));
}

/**
 * Runs `add`, which adds a factor, and makes recovery codes where it is the account's first.
 * @returns the codes, to be shown this once; null where there were factors before
 */
export async function withFirstCodes(
  platform: Platform,
  db: SystemDb,
  user_id: string,
  add: () => Promise<void>,
): Promise<string[] | null> {
  await lockAccount(db, user_id);
  const before = await findFactors(db, user_id);
  await add();
  return before.app_since === null && before.passkeys === 0 ? newCodes(platform, db, user_id) : null;
}

/** Ten recovery codes instead of those that are left. */
export async function newCodes(platform: Platform, db: SystemDb, user_id: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(platform.config.authSecret, user_id, code));
  await replaceRecoveryCodes(db, user_id, hashes);
  return codes;
}
