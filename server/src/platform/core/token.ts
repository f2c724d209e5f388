import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret of 256 bits that fits into addresses and cookies. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What is stored of a token. A hash without salt is enough for what cannot be guessed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Compares secrets by their digests, which takes the same time for all that is not the same. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(hashToken(given), hashToken(expected));
