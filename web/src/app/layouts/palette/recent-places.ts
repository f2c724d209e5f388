import type { Entry } from './palette-entries.ts';

/** A place that was gone to from the search. */
export type RecentPlace = { label: string; detail?: string; address: string };

/** How many are remembered. */
const REMEMBERED = 5;

/** Kept on this device, for each person apart. */
const keyOf = (profile_id: string) => `atalaya-search-recent-${profile_id}`;

const isPlace = (value: unknown): value is RecentPlace => {
  const { label, address, detail } = (value ?? {}) as Record<string, unknown>;
  const texts = [label, address, detail ?? ''];
  return texts.every((text) => typeof text === 'string') && /^\/admin(\/|\?|$)/.test(String(address));
};

/** The places that a person went to last, the latest first. */
export function readRecent(profile_id: string): RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(profile_id)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, REMEMBERED) : [];
  } catch {
    return [];
  }
}

/** Remembers where an entry leads, if it leads anywhere. */
export function remember(profile_id: string, { label, detail, address }: Entry): void {
  if (!address) return;
  const others = readRecent(profile_id).filter((place) => place.address !== address);
  const place = { label, ...(detail ? { detail } : {}), address };
  try {
    localStorage.setItem(keyOf(profile_id), JSON.stringify([place, ...others].slice(0, REMEMBERED)));
  } catch {
    // A full or forbidden storage only forgets.
  }
}
