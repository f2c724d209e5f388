import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Codes of authenticator apps: TOTP (RFC 6238) over HOTP (RFC 4226) with what every app assumes, SHA-1, 30 seconds
 * and 6 digits. Not by the accounts library's own: it takes secrets as text only, and does not tell which time step
 * a code was of, which single use needs.
 */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps before and after the present one that count: clocks differ, and people type slowly. */
const WINDOW = 1;
/** RFC 4226 recommends 160 bits. */
export const SECRET_BYTES = 20;

export const stepOf = (at: Date) => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** The code of a time step. */
export function codeOf(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step that a code is of, or null where it is of none near `at`. Looks at all of them, right or wrong. */
export function matchingStep(secret: Buffer, code: string, at: Date): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = stepOf(at) - WINDOW; step <= stepOf(at) + WINDOW; step++) {
    const right = Buffer.from(codeOf(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding: 32 letters and digits for a secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** What the QR code says: the address that authenticator apps read. */
export function keyUri(secret: Buffer, account: string): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer: 'Atalaya' });
  return `otpauth://totp/Atalaya:${encodeURIComponent(account)}?${query.toString()}`;
}
