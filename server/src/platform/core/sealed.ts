import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, of the server's secret: what is stored cannot be used without that. */
export const keyFor = (authSecret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', authSecret, '', `atalaya ${purpose}`, 32));

/** Encrypts what belongs to one owner alone: AES-256-GCM as initial value, tag, text. */
export function seal(key: Buffer, owner: string, bytes: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Null where it was sealed with another key, for another owner, or was changed. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): Buffer | null {
  try {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
