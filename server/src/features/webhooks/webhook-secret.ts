import { createHmac, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { keyFor, seal, unseal } from '../../platform/core/sealed.ts';
import type { Platform } from '../../platform/process/platform.ts';

/** Secrets and signatures as Standard Webhooks wants them (standardwebhooks.com). */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** What a SubjectPublicKeyInfo of Ed25519 has before the 32 bytes of the key. */
const KEY_OFFSET = 12;

const sealingKey = ({ config }: Pick<Platform, 'config'>) => keyFor(config.authSecret, 'secrets of webhooks');

export const makeSecret = () => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export const sealSecret = (platform: Pick<Platform, 'config'>, endpoint_id: string, secret: string) =>
  seal(sealingKey(platform), endpoint_id, Buffer.from(secret));

/** null where it was sealed with another AUTH_SECRET. */
export const unsealSecret = (platform: Pick<Platform, 'config'>, endpoint_id: string, sealed: Buffer) =>
  unseal(sealingKey(platform), endpoint_id, sealed)?.toString() ?? null;

/** The public half of the key of the installation, as receivers take it. */
export const publicKeyText = (public_key: Buffer) =>
  `whpk_${public_key.subarray(KEY_OFFSET).toString('base64')}`;

type Message = { id: string; timestamp: number; body: string };

/** The headers of a message: one signature for each secret, and one by the key of the installation. */
export function signedHeaders(
  { id, timestamp, body }: Message,
  secrets: readonly string[],
  private_key: KeyObject,
): Record<string, string> {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const symmetric = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  const asymmetric = `v1a,${sign(null, content, private_key).toString('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [...symmetric, asymmetric].join(' '),
  };
}

/** What a receiver answers may repeat what it was sent. */
export const withoutSecrets = (text: string) =>
  text.replace(/whsec_[\w+/=-]+/g, 'whsec_…').replace(/\bv1a?,[\w+/=-]+/g, 'v1,…');
