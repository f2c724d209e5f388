import { createHash } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../database/database.ts';
import { networksOf } from '../core/client-address.ts';
import { countEach, deleteOldCounts, uncountEach } from './rate-limits.queries.ts';
import type { Count } from './rate-limits.queries.ts';

/** At most `max` in a window of `seconds`, for each key under this `name`. */
export type Limit = { name: string; max: number; seconds: number };
/** One key of a limit, and how many calls are counted there at once: one, where it does not say. */
export type Share = { limit: Limit; key: string; times?: number };

/** What limits need of a platform. */
export type Limited = {
  config: Pick<Config, 'rateLimit'>;
  database: Pick<Database, 'kysely'>;
};

/**
 * What a call from a client address counts in: a limit for each of its networks, the wider ones with more room. `about`:
 * what else is counted apart, such as the account that the call is for.
 */
export function clientShares(limit: Limit, ip: string | null, about?: string): Share[] {
  return networksOf(ip).map(({ name, times }) => ({
    limit: { ...limit, max: limit.max * times },
    key: about === undefined ? name : `${name} ${about}`,
  }));
}

/**
 * Counts one call against a limit that all instances share; call it outside any open transaction.
 * Throws 'request.rate_limited' with Retry-After (seconds) when the key has used its share. Of several calls that are
 * counted at once (`times`), all are refused where there is no room for all.
 */
export function takeFrom(platform: Limited, limit: Limit, key: string, times = 1): Promise<void> {
  return takeAll(platform, [{ limit, key, times }]);
}

/** The same for one call of a client address. */
export function takeFromClient(platform: Limited, limit: Limit, ip: string | null): Promise<void> {
  return takeAll(platform, clientShares(limit, ip));
}

/** The same for one call that counts in all of these, or, where one of them is used up, in none. */
export async function takeAll(platform: Limited, shares: Share[]): Promise<void> {
  const refused = await tryToTakeAll(platform, shares);
  if (refused) throw refusalOf(refused);
}

/** A share that is used up, and the seconds until there is one again. */
export type Refused = { of: Share; seconds: number };

export const refusalOf = ({ of, seconds }: Refused): AppError => refuseFor(seconds, of.limit.name);

/** The refusal of a caller who has used up a limit; `seconds` until they may ask again. */
export function refuseFor(seconds: number, limit: string): AppError {
  return new AppError('request.rate_limited', {
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
    details: { limit },
  });
}

/** The same without a refusal: null where the call was counted. The keys of one limit differ. */
export async function tryToTakeAll(platform: Limited, shares: Share[]): Promise<Refused | null> {
  if (!platform.config.rateLimit) return null;
  const counts = await count(platform, shares, false);
  const taken = shares.map((share, at) => ({ share, ...counts[at] }) as Count & { share: Share });
  const isOver = (each: Count & { share: Share }) => each.taken > each.share.limit.max;
  const refused = taken.find(isOver);
  if (!refused) return null;
  await giveBackAll(
    platform,
    taken.filter((each) => !isOver(each)).map(({ share }) => share),
  );
  return { of: refused.share, seconds: Math.max(refused.seconds_left, 1) };
}

function count({ database }: Pick<Limited, 'database'>, shares: Share[], is_kept: boolean): Promise<Count[]> {
  return countEach(
    database.kysely,
    shares.map(({ limit, key, times = 1 }) => ({
      key: storedKey(limit, key),
      max: limit.max,
      seconds: limit.seconds,
      times,
    })),
    is_kept,
  );
}

/** Counts a call like `takeFrom`, for what is left undone without a word: whether the key has something left. */
export async function isWithin(platform: Limited, limit: Limit, key: string): Promise<boolean> {
  return (await tryToTakeAll(platform, [{ limit, key }])) === null;
}

/** Whether this is the first time within `seconds`; counted with limits switched off too: it guards single use. */
export async function isFirst(
  platform: Pick<Limited, 'database'>,
  limit: Limit,
  key: string,
): Promise<boolean> {
  const counts = await count(platform, [{ limit, key }], true);
  return counts.every(({ taken }) => taken <= limit.max);
}

/** Gives one back: a sign-in that turned out right must not use up a share. */
export function giveBackTo(platform: Limited, limit: Limit, key: string): Promise<void> {
  return giveBackAll(platform, [{ limit, key }]);
}

/** Gives one back of each. */
export async function giveBackAll(platform: Limited, shares: Share[]): Promise<void> {
  if (!platform.config.rateLimit || shares.length === 0) return;
  await uncountEach(
    platform.database.kysely,
    shares.map(({ limit, key, times = 1 }) => ({ key: storedKey(limit, key), times })),
  );
}

/** Forgets the windows that are over; a job does it every night. */
export async function forgetOldCounts(platform: Pick<Limited, 'database'>): Promise<void> {
  await deleteOldCounts(platform.database.kysely);
}

/** Addresses and e-mails are hashed: the table does not reveal who was here. */
function storedKey(limit: Limit, key: string): string {
  return `${limit.name}:${createHash('sha256').update(key).digest('base64url')}`;
}
