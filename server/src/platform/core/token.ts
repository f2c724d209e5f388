import { createHash, randomBytes } from 'node:crypto';

/** A secret of 256 bits that fits into addresses and cookies. */
export const newToken = () => randomBytes(32).toString('base64url');

/** What is stored of a token. A hash without salt is enough for what cannot be guessed. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();
