import { createHash, randomBytes } from 'node:crypto';

/** How every key begins, so that whoever finds one (a scanner of secrets, too) knows what it is. */
const MARK = 'atl_';
const PREFIX_LENGTH = 12;

/** A new key of 256 bits: `token` is told once, the rest is kept. */
export function makeApiKey(): { token: string; prefix: string; token_hash: Buffer } {
  const token = MARK + randomBytes(32).toString('base64url');
  return { token, prefix: token.slice(0, PREFIX_LENGTH), token_hash: hashApiKey(token) };
}

/** A hash without salt is enough for what cannot be guessed. */
export const hashApiKey = (token: string) => createHash('sha256').update(token).digest();

/** The key of an Authorization header; null where it carries none of ours. */
export function bearerKey(authorization: string | undefined): string | null {
  return /^Bearer +(atl_\S{0,100})$/i.exec(authorization ?? '')?.[1] ?? null;
}
