import { createHash, randomBytes } from 'node:crypto';

/** Whose browser it is. */
type Owner = { user_id: string; password_hash: string | null };

/**
 * What a browser keeps in a signed cookie once an account was entered in it: wrong passwords that others try, from its
 * own network too, do not lock out who comes with it. It opens nothing, and ends with the password.
 */
export function newBrowserToken(owner: Owner): string {
  return `${randomBytes(16).toString('base64url')}.${markOf(owner)}`;
}

/** Which browser it is, where the account was entered in it with its present password; else null. */
export function knownBrowserOf(token: string | null, owner: Owner | null): string | null {
  const [id = '', mark] = token?.split('.') ?? [];
  return owner !== null && owner.password_hash !== null && mark === markOf(owner) ? id : null;
}

/** Names the account and its password without revealing either: the password's hash has a salt that is kept secret. */
function markOf({ user_id, password_hash }: Owner): string {
  return createHash('sha256').update(`${user_id} ${password_hash}`).digest('base64url');
}
