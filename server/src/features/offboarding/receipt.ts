import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { receiptSchema } from '@atalaya/contract/offboarding';
import type { Receipt } from '@atalaya/contract/offboarding';
import type { Signer } from '../../platform/signing/signing-keys.ts';

/** What is signed: everything but what the signature adds. */
export type Facts = Omit<Receipt, 'public_key' | 'signature'>;

/** JSON without spaces, the keys of every object sorted: the same facts are the same bytes. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** An instant to the second, in UTC: '2026-11-28T23:16:34Z'. */
export const toSecond = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');

export function signReceipt(facts: Facts, { private_key, public_key }: Signer): Receipt {
  const signed = { ...facts, public_key: public_key.toString('base64') };
  const signature = sign(null, Buffer.from(canonicalJson(signed)), private_key).toString('base64');
  return { ...signed, signature };
}

/** The name of a public key: SHA-256 of its SubjectPublicKeyInfo. */
export const fingerprintOf = (public_key: string): string =>
  createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex');

/** What a file is, read as a receipt. */
export type Checked =
  | { outcome: 'not_a_receipt' }
  /** The signature fits what it says, and its bytes are those that were signed, or (at `byte`) are not. */
  | { outcome: 'intact'; receipt: Receipt }
  | { outcome: 'rewritten'; receipt: Receipt; byte: number }
  /** The signature is not of what it says. */
  | { outcome: 'changed'; receipt: Receipt };

/** Checks a receipt by the key that it names; whose key that is, is not looked at. */
export function checkReceipt(file: Buffer): Checked {
  const receipt = parsed(file);
  if (!receipt) return { outcome: 'not_a_receipt' };
  const { signature, ...signed } = receipt;
  if (!isSignedBy(receipt.public_key, canonicalJson(signed), signature))
    return { outcome: 'changed', receipt };
  const whole = Buffer.from(canonicalJson(receipt));
  if (whole.equals(file)) return { outcome: 'intact', receipt };
  const byte = whole.findIndex((each, at) => each !== file[at]);
  return { outcome: 'rewritten', receipt, byte: byte === -1 ? whole.length : byte };
}

function parsed(file: Buffer): Receipt | null {
  try {
    return receiptSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file)));
  } catch {
    return null;
  }
}

function isSignedBy(key: string, content: string, signature: string): boolean {
  try {
    const public_key = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    const bytes = Buffer.from(signature, 'base64');
    // Decoding passes over spaces and spare bits: they would be bytes that nothing looks at.
    if (bytes.toString('base64') !== signature) return false;
    return verify(null, Buffer.from(content), public_key, bytes);
  } catch {
    return false;
  }
}
