import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { certify } from '../../../../platform/signing/certificate.ts';

export type Signer = { key: KeyObject; certificate: string };

export type Validity = { from?: Date; until?: Date; bits?: number };

const DAY = 86_400_000;

/** A key of its own with a certificate that it has signed itself, in base64. */
export function makeSigner(
  { from, until, bits: modulusLength = 2048 }: Validity = {},
  now = new Date(),
): Signer {
  const pair = generateKeyPairSync('rsa', { modulusLength });
  const certificate = certify(pair, {
    name: 'identity provider of a test',
    from: from ?? new Date(now.getTime() - DAY),
    until: until ?? new Date(now.getTime() + 365 * DAY),
  });
  return { key: pair.privateKey, certificate: certificate.toString('base64') };
}
