import { sql } from 'kysely';
import { hashToken, newToken } from '../core/token.ts';
import type { Origin } from '../core/actor.ts';
import type { Db, SystemDb } from '../database/database.ts';
import { CHALLENGE_MINUTES, TRUST_DAYS } from '../core/session-lifetime.ts';
import { boolean, notNull } from '../database/columns.ts';
import type { RowOf } from '../database/columns.ts';
import { ROWS } from '../database/row-types.ts';
import { columnsOf, rowsOf } from '../database/rows.ts';

/** Guesses at one challenge; then the password has to be given again. */
const GUESSES = 5;

/** A challenge of an account whose password was right; its token, of 256 bits, is for the cookie alone. */
export async function insertChallenge(db: SystemDb, user_id: string): Promise<string> {
  const token = newToken();
  await sql`
    insert into auth.sign_in_challenge (token_hash, user_id, expires_at)
    values (${hashToken(token)}, ${user_id}, now() + make_interval(mins => ${CHALLENGE_MINUTES}))`.execute(
    db,
  );
  return token;
}

/** Whose sign-in it is; null where the challenge is unknown, over, or guessed at too often. */
export async function findChallenge(db: SystemDb, token: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('auth.sign_in_challenge', 'user_id'))`
    select user_id from auth.sign_in_challenge
    where token_hash = ${hashToken(token)} and expires_at > now() and guesses < ${GUESSES}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Counts a guess before it is looked at, so that many at once are counted too; null as above. */
export async function takeGuess(db: SystemDb, token: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('auth.sign_in_challenge', 'user_id'))`
    update auth.sign_in_challenge set guesses = guesses + 1
    where token_hash = ${hashToken(token)} and expires_at > now() and guesses < ${GUESSES}
    returning user_id`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Uses a challenge up; false where another request was faster. */
export async function deleteChallenge(db: SystemDb, token: string): Promise<boolean> {
  const { rows } = await sql`
    delete from auth.sign_in_challenge where token_hash = ${hashToken(token)} returning user_id`.execute(db);
  return rows.length === 1;
}

/** Trusts a browser; the token is for its cookie alone. */
export async function insertTrustedDevice(db: SystemDb, user_id: string, origin: Origin): Promise<string> {
  const token = newToken();
  await sql`
    insert into auth.trusted_device (token_hash, user_id, user_agent, ip_address, expires_at)
    values (${hashToken(token)}, ${user_id}, ${origin.user_agent}, ${origin.ip_address},
      now() + make_interval(days => ${TRUST_DAYS}))`.execute(db);
  return token;
}

/** Whether a browser is trusted; that it was let in by it is noted. */
export async function isTrusted(db: SystemDb, user_id: string, token: string): Promise<boolean> {
  const { rows } = await sql`
    update auth.trusted_device set last_used_at = now()
    where token_hash = ${hashToken(token)} and user_id = ${user_id} and expires_at > now() returning user_id`.execute(
    db,
  );
  return rows.length === 1;
}

const trustedRow = {
  ...columnsOf('auth.trusted_device', 'user_agent', 'ip_address', 'last_used_at', 'created_at', 'expires_at'),
  id: notNull(ROWS['auth.trusted_device'].id),
  current: boolean,
};
export type TrustedRow = RowOf<typeof trustedRow>;

/** The browsers that an account trusts, newest first; `token`: of the browser that asks. */
export async function listTrustedDevices(
  db: SystemDb,
  user_id: string,
  token: string | null,
): Promise<TrustedRow[]> {
  const { rows } = await rowsOf(trustedRow)`
    select id, user_agent, ip_address, created_at, last_used_at, expires_at,
      coalesce(token_hash = ${token === null ? null : hashToken(token)}::bytea, false) as current
    from auth.trusted_device where user_id = ${user_id} and expires_at > now()
    order by created_at desc, id limit 100`.execute(db);
  return rows;
}

/** False where the account trusts no browser of this id. */
export async function deleteTrustedDevice(db: SystemDb, user_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from auth.trusted_device where id = ${id} and user_id = ${user_id} returning id`.execute(db);
  return rows.length === 1;
}

/** Sign-ins of an account that wait for a second factor end. */
export async function deleteChallengesOf(db: Db, user_id: string): Promise<void> {
  await sql`delete from auth.sign_in_challenge where user_id = ${user_id}`.execute(db);
}

/** Trusts no browser any more. @returns how many were trusted */
export async function deleteTrustedDevices(db: Db, user_id: string): Promise<number> {
  const { rows } =
    await sql`delete from auth.trusted_device where user_id = ${user_id} returning user_id`.execute(db);
  return rows.length;
}

/** Forgets what is over. */
export async function deleteOverChallenges(db: SystemDb): Promise<void> {
  await sql`delete from auth.sign_in_challenge where expires_at < now()`.execute(db);
  await sql`delete from auth.passkey_challenge where expires_at < now()`.execute(db);
  await sql`delete from auth.trusted_device where expires_at < now()`.execute(db);
}
