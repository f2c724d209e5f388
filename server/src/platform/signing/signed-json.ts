import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import type { Signer } from './signing-keys.ts';

/** JSON without spaces, the keys of every object sorted: the same facts are the same bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

type Signature = { public_key: string; signature: string };

/** A document with the public key of its signer and the signature over both, as base64. */
export function signed<Facts extends object>(
  facts: Facts,
  { private_key, public_key }: Pick<Signer, 'private_key' | 'public_key'>,
): Facts & Signature {
  const whole = { ...facts, public_key: public_key.toString('base64') };
  const signature = sign(null, Buffer.from(canonicalJson(whole)), private_key).toString('base64');
  return { ...whole, signature };
}

/** Whether it is what was signed, by the key that it names; whose key that is, is not looked at. */
export function isAsSigned({ signature, ...whole }: Signature): boolean {
  try {
    const key = { key: Buffer.from(whole.public_key, 'base64'), format: 'der', type: 'spki' } as const;
    const bytes = Buffer.from(signature, 'base64');
    // Decoding passes over spaces and spare bits: they would be bytes that nothing looks at.
    if (bytes.toString('base64') !== signature) return false;
    return verify(null, Buffer.from(canonicalJson(whole)), createPublicKey(key), bytes);
  } catch {
    return false;
  }
}

/** The name of a public key: SHA-256 of its SubjectPublicKeyInfo. */
export const fingerprintOf = (public_key: string): string =>
  createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex');
