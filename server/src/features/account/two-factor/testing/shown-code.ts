import { codeOf, stepOf } from '../totp.ts';

/** The bytes of a secret as it is typed into an authenticator app. */
export function secretBytes(secret: string): Buffer {
  const bits = [...secret.replaceAll(' ', '')].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes);
}

/** What the app shows for it, `by` steps of half a minute later. */
export const codeShown = (secret: string, at: Date, by = 0) => codeOf(secretBytes(secret), stepOf(at) + by);
