import { newBrowserToken } from '../../../platform/accounts/known-browser.ts';
import { requireStillSignedIn } from '../../../platform/accounts/still-signed-in.ts';
import { endLeftAccess } from '../sessions/left-access.service.ts';
import type { Owner } from '../sessions/left-access.service.ts';
import type { Actor, By, Origin } from '../../../platform/core/actor.ts';
import { recordChange } from '../../../platform/records/audit.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/core/errors.ts';
import { takeFrom } from '../../../platform/limits/rate-limits.ts';
import type { Limit } from '../../../platform/limits/rate-limits.ts';
import type { Platform } from '../../../platform/process/platform.ts';
import { refuseOtherWays } from '../../enforcement/enforcement.rules.ts';
import { tellOfPassword } from '../../notifications/security-news.service.ts';
import { endUnprovenWaysIn, removeUnclaimed } from './account-creation.service.ts';
import { passwordChangedMail } from './accounts.email.ts';
import {
  beginAccessReview,
  findAccount,
  findAddressee,
  lockOpenPerson,
  insertAccount,
  isStillPassword,
  linkAccount,
  setEmailVerified,
  setPassword,
} from './accounts.queries.ts';
import { PASSWORD_CHANGED, mailPerson, pageUrl } from './accounts.service.ts';
import { claimLink, findLinkState, withdrawLinks } from './mailed-links.queries.ts';
import type { Link, Purpose } from './mailed-links.queries.ts';
import { checkOwnPassword } from './own-password.service.ts';

const SETS_PASSWORD: Purpose[] = ['reset_password', 'set_up'];
/** Changes of one's own password: each is a mail. */
const CHANGES: Limit = { name: 'password-changes', max: 5, seconds: 3600 };

/** The state of a link to set a password; opening the page uses nothing up. */
export function checkPasswordReset(platform: Platform, token: string) {
  return platform.database.withSystem('the state of a reset link', (db) =>
    findLinkState(db, token, SETS_PASSWORD),
  );
}

/**
 * Sets a password with the token of a mail, which proves the address; every session of the account ends, with all that
 * an intruder may have left there. A person without account gets one. It signs in no browser.
 * @returns what its browser keeps, so that guesses at the new password do not lock it out
 * @throws account.reset_invalid, account.common_password, sso.required
 */
export async function completePasswordReset(
  platform: Platform,
  origin: Origin,
  { token, password }: { token: string; password: string },
): Promise<string> {
  platform.accounts.refuseCommon(password);
  if ((await checkPasswordReset(platform, token)) !== 'valid') throw new AppError('account.reset_invalid');
  const hash = await platform.accounts.hashPassword(password, 'known');
  return platform.database.withSystem('set a password by a mailed link', async (db) => {
    const link = await claimLink(db, token, SETS_PASSWORD);
    const user_id =
      link &&
      (await lockOpenPerson(db, link)) &&
      (link.user_id ? await provenAccount(db, origin, link.user_id) : await setUpAccount(db, link));
    if (!link || !user_id) throw new AppError('account.reset_invalid');
    await refuseOtherWays(db, await findOwner(db, user_id));
    await setPassword(db, user_id, hash);
    await setEmailVerified(db, user_id);
    await withdrawLinks(db, SETS_PASSWORD, { user_id, profile_id: link.profile_id });
    const by = { actor: null, origin };
    const is_reset = link.purpose === 'reset_password';
    await recordPassword(db, by, user_id, is_reset ? 'account.password_reset' : 'account.set_up');
    const owner = await findOwner(db, user_id);
    const keys = await endLeftAccess(platform, db, by, owner, { ended_by: 'password_reset' });
    if (is_reset) {
      await beginAccessReview(db, user_id);
      await mailNotice(platform, db, owner, keys);
    }
    return newBrowserToken({ user_id, password_hash: hash });
  });
}

async function findOwner(db: SystemDb, user_id: string): Promise<Owner> {
  const account = await findAccount(db, user_id);
  const { profile_id = null, organization_id = null } = account ?? {};
  return { user_id, profile_id, organization_id };
}

/**
 * The account whose address a link proves: a new one in the place of an unclaimed one, else the same one without the
 * ways in that were added before the proof.
 */
async function provenAccount(db: SystemDb, origin: Origin, user_id: string): Promise<string | null> {
  const account = await findAccount(db, user_id);
  if (!account) return null;
  const nobodys = await removeUnclaimed(db, origin, account.email);
  if (nobodys) return insertAccount(db, { ...nobodys, email: account.email, email_verified: true });
  await endUnprovenWaysIn(db, origin, account);
  return user_id;
}

/** The account of a person who was added without one. */
async function setUpAccount(db: SystemDb, link: Link): Promise<string | null> {
  const person = link.profile_id ? await findAddressee(db, link.profile_id) : null;
  if (!person || person.user_id !== null) return null;
  const user_id = await insertAccount(db, { ...person, email_verified: true });
  if (!user_id) return null;
  await linkAccount(db, person.id, user_id);
  return user_id;
}

/**
 * Changes one's own password; the other sessions and the trusted browsers end, and the API keys unless they are to stay.
 * @returns what its browser keeps, as above
 * @throws account.wrong_password, account.common_password, request.rate_limited, sso.required
 */
export async function changePassword(
  platform: Platform,
  by: By,
  given: { current_password: string; password: string; end_api_keys: boolean },
): Promise<string> {
  const { user_id, session_id } = by.actor;
  platform.accounts.refuseCommon(given.password);
  await platform.database.withSystem('whether the own password would let in', (db) =>
    refuseOtherWays(db, by.actor),
  );
  const current = await checkOwnPassword(platform, by.actor, given.current_password);
  await takeFrom(platform, CHANGES, user_id);
  const hash = await platform.accounts.hashPassword(given.password, 'known');
  return platform.database.withSystem('change the own password', async (db) => {
    await requireStillSignedIn(db, by.actor);
    if (!(await isStillPassword(db, user_id, current))) throw new AppError('account.wrong_password');
    await setPassword(db, user_id, hash);
    await withdrawLinks(db, ['reset_password'], { user_id, profile_id: null });
    await recordPassword(db, by, user_id, 'account.password_changed');
    const keys = await endLeftAccess(platform, db, by, by.actor, {
      ended_by: 'password_change',
      except: session_id,
      api_keys: given.end_api_keys,
    });
    await mailNotice(platform, db, by.actor, keys);
    return newBrowserToken({ user_id, password_hash: hash });
  });
}

function recordPassword(
  db: SystemDb,
  by: { actor: Actor | null; origin: Origin },
  user_id: string,
  action: string,
): Promise<void> {
  const organization_id = by.actor?.organization_id ?? null;
  return recordChange(db, by, { action, object_type: 'account', object_id: user_id, organization_id });
}

async function mailNotice(
  platform: Platform,
  db: SystemDb,
  { profile_id }: Owner,
  keys: { name: string }[],
): Promise<void> {
  const person = profile_id ? await findAddressee(db, profile_id) : null;
  if (!person) return;
  await tellOfPassword(db, person);
  const link = pageUrl(platform, '/admin/reset-password');
  const ended_keys = keys.map(({ name }) => name);
  await mailPerson(platform, db, person.id, PASSWORD_CHANGED, (to) =>
    passwordChangedMail({ ...to, link, ended_keys }),
  );
}
