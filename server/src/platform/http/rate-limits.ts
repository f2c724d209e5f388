import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { countOne, deleteOldCounts, takenOf, uncountOne } from './rate-limits.queries.ts';

/** At most `max` in a window of `seconds`, for each key under this `name`. */
export type Limit = { name: string; max: number; seconds: number };

/** What limits need of a platform. */
export type Limited = {
  config: Pick<Platform['config'], 'rateLimit'>;
  database: Pick<Platform['database'], 'kysely'>;
};

/**
 * Counts one call against a limit that all instances share; call it outside any open transaction.
 * Throws 'request.rate_limited' with Retry-After (seconds) when the key has used its share.
 */
export async function takeFrom(platform: Limited, limit: Limit, key: string): Promise<void> {
  const seconds = await tryToTakeFrom(platform, limit, key);
  if (seconds === 0) return;
  throw new AppError('request.rate_limited', {
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
    details: { limit: limit.name },
  });
}

/** The same without a refusal: the seconds until the key has a share again; 0 where this call was counted. */
export async function tryToTakeFrom(platform: Limited, limit: Limit, key: string): Promise<number> {
  if (!platform.config.rateLimit) return 0;
  const { taken, seconds_left } = await countOne(
    platform.database.kysely,
    storedKey(limit, key),
    limit.max,
    limit.seconds,
  );
  return taken <= limit.max ? 0 : Math.max(seconds_left, 1);
}

/** Counts a call like `takeFrom`, for what is left undone without a word: whether the key has something left. */
export async function isWithin(platform: Limited, limit: Limit, key: string): Promise<boolean> {
  return (await tryToTakeFrom(platform, limit, key)) === 0;
}

/** Whether this is the first time within `seconds`; counted whatever the configuration: what must work once does. */
export async function isFirst(
  platform: Pick<Limited, 'database'>,
  limit: Limit,
  key: string,
): Promise<boolean> {
  const { taken } = await countOne(platform.database.kysely, storedKey(limit, key), limit.max, limit.seconds);
  return taken <= limit.max;
}

/** How many more of a limit are left for this key; counted whatever the configuration. */
export async function leftOf(
  platform: Pick<Limited, 'database'>,
  limit: Limit,
  key: string,
): Promise<number> {
  return limit.max - (await takenOf(platform.database.kysely, storedKey(limit, key)));
}

/** Counts several at once, past the limit too; call it outside any open transaction. */
export async function countMany(
  platform: Pick<Limited, 'database'>,
  limit: Limit,
  key: string,
  many: number,
): Promise<void> {
  for (let one = 0; one < many; one++)
    await countOne(platform.database.kysely, storedKey(limit, key), limit.max, limit.seconds);
}

/** Gives one back: a sign-in that turned out right must not use up anybody's share. */
export async function giveBackTo(platform: Limited, limit: Limit, key: string): Promise<void> {
  if (platform.config.rateLimit) await uncountOne(platform.database.kysely, storedKey(limit, key));
}

/** Forgets the windows that are over; a job does it every night. */
export async function forgetOldCounts(platform: Pick<Limited, 'database'>): Promise<void> {
  await deleteOldCounts(platform.database.kysely);
}

/**
 * The address that limits count by: IPv4 whole, IPv6 by its /64, which one client owns entirely.
 * An IPv4 address written as IPv6 counts as the IPv4 one.
 */
export function clientAddress(ip: string): string {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  return `${ipv6Groups(bare).slice(0, 4).join(':')}::/64`;
}

function ipv6Groups(ip: string): string[] {
  // An embedded IPv4 tail stands for the last two groups, which lie outside the /64 anyway.
  const plain = ip.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0');
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

/** Addresses and e-mails are hashed: the table tells nobody who was here. */
function storedKey(limit: Limit, key: string): string {
  return `${limit.name}:${createHash('sha256').update(key).digest('base64url')}`;
}
