import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Origin } from '../core/actor.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/doors.ts';
import { AppError } from '../core/errors.ts';
import { deleteSessionsOf, insertSession } from './accounts.queries.ts';
import { isCommonPassword } from './common-passwords.ts';
import { openPasswordHasher } from './password-hash.ts';
import type { PasswordHasher } from './password-hash.ts';
import { openPublicKeys } from './public-keys.ts';
import type { PublicKeys } from './public-keys.ts';
import { openSessionCookie, openSignedCookie } from './session-cookie.ts';
import type { SignedCookie } from './session-cookie.ts';
import { CHALLENGE_MINUTES, TRUST_DAYS } from '../core/session-lifetime.ts';

export type Accounts = {
  /** Opens a session in the caller's transaction. The token goes into the cookie and nowhere else. */
  openSession(db: Db, user_id: string, origin: Origin): Promise<{ token: string }>;
  /** Ends the sessions of these accounts in the caller's transaction; `except` is the id of one that stays. */
  endSessionsOf(db: Db, user_ids: string[], except?: string): Promise<void>;
  /** The value of Set-Cookie that signs a browser in. */
  sessionCookie(token: string): string;
  /** The value of Set-Cookie that takes the cookie away. */
  clearedCookie(): string;
  /** The token of a Cookie header whose signature is ours, else null. */
  readCookie(header: string | undefined): string | null;
  /** Of a sign-in that waits for its second factor. */
  challengeCookie: SignedCookie;
  /** Of a browser that has registered an account whose address is not proved yet. */
  registrationCookie: SignedCookie;
  /** Of a browser that is trusted without a second factor. */
  deviceCookie: SignedCookie;
  /** Of a browser in which an account was entered (known-browser.ts). */
  browserCookie: SignedCookie;
  /** Slow on purpose and a few at a time: call it outside any transaction. */
  hashPassword: PasswordHasher['hash'];
  /** A null hash takes as long as a real one, and is never right. */
  verifyPassword: PasswordHasher['verify'];
  /** Throws 'account.common_password' where the configuration refuses the commonest ones. */
  refuseCommon(password: string): void;
  /** The keys of /.well-known/jwks.json. */
  publicKeys: PublicKeys;
};

const REGISTRATION_SECONDS = 86_400;
const KNOWN_BROWSER_SECONDS = 365 * 86_400;

/** Accounts on the tables of Better Auth. Every write goes through the caller's transaction. */
export async function openAccounts(config: Config, log: Logger, database: Database): Promise<Accounts> {
  const cookie = openSessionCookie(config);
  const hasher = openPasswordHasher();
  return {
    async openSession(db, user_id, origin) {
      const token = randomBytes(24).toString('base64url');
      await insertSession(db, token, user_id, origin);
      return { token };
    },
    endSessionsOf: async (db, user_ids, except) => {
      if (user_ids.length > 0) await deleteSessionsOf(db, user_ids, except ?? null);
    },
    sessionCookie: cookie.set,
    clearedCookie: cookie.clear,
    readCookie: cookie.read,
    challengeCookie: openSignedCookie(config, { suffix: '-sign-in', seconds: CHALLENGE_MINUTES * 60 }),
    registrationCookie: openSignedCookie(config, { suffix: '-registration', seconds: REGISTRATION_SECONDS }),
    deviceCookie: openSignedCookie(config, { suffix: '-device', seconds: TRUST_DAYS * 86_400 }),
    browserCookie: openSignedCookie(config, { suffix: '-browser', seconds: KNOWN_BROWSER_SECONDS }),
    hashPassword: hasher.hash,
    verifyPassword: hasher.verify,
    refuseCommon(password) {
      if (config.passwordBlocklist && isCommonPassword(password))
        throw new AppError('account.common_password');
    },
    publicKeys: openPublicKeys(config, log, database),
  };
}
