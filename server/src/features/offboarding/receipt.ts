import { receiptSchema } from '@atalaya/contract/offboarding';
import type { Receipt } from '@atalaya/contract/offboarding';
import { canonicalJson, isAsSigned, signed } from '../../platform/signing/signed-json.ts';
import type { Signer } from '../../platform/signing/signing-keys.ts';

/** What is signed: everything but what the signature adds. */
export type Facts = Omit<Receipt, 'public_key' | 'signature'>;

/** An instant to the second, in UTC: '2026-11-28T23:16:34Z'. */
export const toSecond = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');

export const signReceipt = (facts: Facts, signer: Signer): Receipt => signed(facts, signer);

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
  if (!isAsSigned(receipt)) return { outcome: 'changed', receipt };
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
