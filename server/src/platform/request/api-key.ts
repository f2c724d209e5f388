import { isIPv4 } from 'node:net';
import { hashToken, newToken } from '../core/token.ts';
import { clientAddress } from '../core/client-address.ts';

/** How every key begins, so that a person or a scanner of secrets that finds one knows what it is. */
const MARK = 'atl_';
const PREFIX_LENGTH = 12;

/** A new key of 256 bits: `token` is told once, the rest is kept. */
export function makeApiKey(): { token: string; prefix: string; token_hash: Buffer } {
  const token = MARK + newToken();
  return { token, prefix: token.slice(0, PREFIX_LENGTH), token_hash: hashToken(token) };
}

/** The queue of keys that were used from a network where they were not before. */
export const KEYS_ELSEWHERE = 'api-keys-elsewhere';

/** What counts as one network: an IPv4 address without its last number, an IPv6 address without its last 64 bits. */
export function networkOf(ip_address: string): string {
  const address = clientAddress(ip_address);
  return isIPv4(address) ? address.replace(/\d+$/, '0/24') : address.slice(0, 60) || 'unknown';
}

/** The key of an Authorization header; null where it carries none of ours. */
export function bearerKey(authorization: string | undefined): string | null {
  return /^Bearer +(atl_\S{0,100})$/i.exec(authorization ?? '')?.[1] ?? null;
}
