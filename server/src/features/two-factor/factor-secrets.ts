import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What is stored of second factors cannot be used without the server's secret, from which both keys come. */
const keyOf = (authSecret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', authSecret, '', `atalaya ${purpose}`, 32));

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the secret of an app, for this account alone: AES-256-GCM as initial value, tag, text. */
export function sealSecret(authSecret: string, user_id: string, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(authSecret, 'app secrets'), iv);
  cipher.setAAD(Buffer.from(user_id));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Null where it was sealed with another AUTH_SECRET, for another account, or was changed. */
export function openSecret(authSecret: string, user_id: string, sealed: Buffer): Buffer | null {
  try {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(authSecret, 'app secrets'), iv, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(user_id));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

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

/** The stored form, whatever stands between the letters. Keyed: 50 bits alone could be tried out from a copy. */
export function recoveryHash(authSecret: string, user_id: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
  return createHmac('sha256', keyOf(authSecret, 'recovery codes')).update(`${user_id} ${plain}`).digest();
}
