import { sql } from 'kysely';
import { hashToken, newToken } from '../../../platform/core/token.ts';
import type { SystemDb } from '../../../platform/database/database.ts';
import { CHALLENGE_MINUTES } from '../../../platform/core/session-lifetime.ts';
import type { RowOf } from '../../../platform/database/columns.ts';
import { columnsOf, rowsOf } from '../../../platform/database/rows.ts';
import type { Rows } from '../../../platform/database/row-types.ts';

const passkeyRow = columnsOf('auth.passkey', 'id', 'name', 'created_at', 'last_used_at');
export type PasskeyRow = RowOf<typeof passkeyRow>;
/** What an assertion is checked with. */
const credential = columnsOf(
  'auth.passkey',
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'counter',
  'transports',
);
export type Credential = RowOf<typeof credential>;
export type Purpose = Rows['auth.passkey_challenge']['purpose'];

/** Something new to be signed, in base64url; `user_id` null where it is not known yet who will. */
export async function insertChallenge(
  db: SystemDb,
  purpose: Purpose,
  user_id: string | null,
): Promise<string> {
  const challenge = newToken();
  await sql`
    insert into auth.passkey_challenge (challenge_hash, purpose, user_id, expires_at)
    values (${hashToken(challenge)}, ${purpose}, ${user_id},
      now() + make_interval(mins => ${CHALLENGE_MINUTES}))`.execute(db);
  return challenge;
}

/** Uses a challenge up; false where it is unknown, over, or was for another purpose or person. */
export async function claimChallenge(
  db: SystemDb,
  challenge: string,
  purpose: Purpose,
  user_id: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    delete from auth.passkey_challenge
    where challenge_hash = ${hashToken(challenge)} and purpose = ${purpose}
      and user_id is not distinct from ${user_id}::uuid and expires_at > now()
    returning purpose`.execute(db);
  return rows.length === 1;
}

export async function listPasskeys(db: SystemDb, user_id: string): Promise<PasskeyRow[]> {
  const { rows } = await rowsOf(passkeyRow)`
    select id, name, created_at, last_used_at from auth.passkey
    where user_id = ${user_id} order by created_at, id`.execute(db);
  return rows;
}

/** What the browser is told of the passkeys that an account has. */
export async function listCredentials(db: SystemDb, user_id: string): Promise<Credential[]> {
  const { rows } = await rowsOf(credential)`
    select id, user_id, credential_id, public_key, counter, transports from auth.passkey
    where user_id = ${user_id} order by created_at, id`.execute(db);
  return rows;
}

export async function findCredential(db: SystemDb, credential_id: string): Promise<Credential | null> {
  const { rows } = await rowsOf(credential)`
    select id, user_id, credential_id, public_key, counter, transports from auth.passkey
    where credential_id = ${credential_id} for no key update`.execute(db);
  return rows[0] ?? null;
}

/** Null where some account has this very credential already. */
export async function insertPasskey(
  db: SystemDb,
  passkey: Omit<Credential, 'id'> & { name: string },
): Promise<PasskeyRow | null> {
  const { user_id, name, credential_id, public_key, counter, transports } = passkey;
  const { rows } = await rowsOf(passkeyRow)`
    insert into auth.passkey (user_id, name, credential_id, public_key, counter, transports)
    values (${user_id}, ${name}, ${credential_id}, ${public_key}, ${counter}, ${transports}::text[])
    on conflict (credential_id) do nothing
    returning id, name, created_at, last_used_at`.execute(db);
  return rows[0] ?? null;
}

export async function renamePasskey(
  db: SystemDb,
  user_id: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const { rows } = await rowsOf(passkeyRow)`
    update auth.passkey set name = ${name} where id = ${id} and user_id = ${user_id}
    returning id, name, created_at, last_used_at`.execute(db);
  return rows[0] ?? null;
}

/** The name that it had; null where the account has none of this id. */
export async function deletePasskey(db: SystemDb, user_id: string, id: string): Promise<string | null> {
  const { rows } = await rowsOf(columnsOf('auth.passkey', 'name'))`
    delete from auth.passkey where id = ${id} and user_id = ${user_id} returning name`.execute(db);
  return rows[0]?.name ?? null;
}

/** Keeps how often an authenticator says it has signed, and when it was last used. */
export async function noteUse(db: SystemDb, id: string, counter: number): Promise<void> {
  await sql`update auth.passkey set counter = ${counter}, last_used_at = now() where id = ${id}`.execute(db);
}
