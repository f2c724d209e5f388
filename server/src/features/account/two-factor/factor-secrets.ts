import { createHmac, randomBytes } from 'node:crypto';
import { keyFor, seal, unseal } from '../../../platform/core/sealed.ts';

/** Encrypts the secret of an app, for this account alone. */
export const sealSecret = (authSecret: string, user_id: string, secret: Buffer): Buffer =>
  seal(keyFor(authSecret, 'app secrets'), user_id, secret);

/** Null where it was sealed with another AUTH_SECRET, for another account, or was changed. */
export const openSecret = (authSecret: string, user_id: string, sealed: Buffer): Buffer | null =>
  unseal(keyFor(authSecret, 'app secrets'), user_id, sealed);

const RECOVERY_CODES = 10;
/** Without what is mistaken for something else: i, l, o, u. Ten of these are 50 bits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

/** Ten new codes as people see them: 'k3m9x-7tq2w'. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** The stored form; only letters and digits count. Keyed: 50 bits alone could be tried out from a copy. */
export function recoveryHash(authSecret: string, user_id: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  return createHmac('sha256', keyFor(authSecret, 'recovery codes')).update(`${user_id} ${plain}`).digest();
}
