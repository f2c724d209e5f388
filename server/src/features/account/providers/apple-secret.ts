import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

type Key = { team_id: string; key_id: string; private_key: KeyObject };

/** Seconds that a secret is valid: it is made for one request. */
const LIFETIME = 300;

/** The client secret that Apple asks for: a JWT of ours, signed with the key that Apple gave us. */
export function appleSecret(key: Key, client_id: string, audience: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = { iss: key.team_id, iat, exp: iat + LIFETIME, aud: audience, sub: client_id };
  const content = `${encoded({ alg: 'ES256', kid: key.key_id })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(content), { key: key.private_key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
