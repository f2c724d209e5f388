import { SLUG_MAX } from '@atalaya/contract/limits';

/** Words that an address of ours, or of the machine that it runs on, means by itself. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'admin api app assets auth avatar avatars billing companies dashboard demo docs health help invitation ' +
    'invitations jobs login logout mail metrics new null organizations plans profile register reports root ' +
    'settings static status support system tickets undefined users well-known www'
  ).split(' '),
);

/** The slug of a name that has no character a slug may have. */
const FALLBACK = 'empresa';
/** Room for the number that tells it from others of the same name. */
const BASE_MAX = SLUG_MAX - 8;

/** Letters that are no letter with an accent, and still read as one. */
const FOLDED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

export const isReserved = (slug: string): boolean => RESERVED.has(slug);

/**
 * A name as a slug: lower-cased, accents folded, spaces turned into hyphens, everything but a-z, 0-9 and hyphens
 * removed. Never empty; it may be taken or reserved.
 */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[ßæœøłđðþ]/g, (letter) => FOLDED[letter] ?? '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, BASE_MAX)
    .replace(/-$/, '');
  return slug || FALLBACK;
}

/** The slug itself where it is free, else with the lowest number from 2 on that is: acme, acme-2, acme-3. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  const isFree = (each: string) => !taken.has(each) && !isReserved(each);
  let number = 2;
  let candidate = slug;
  while (!isFree(candidate)) candidate = `${slug}-${number++}`;
  return candidate;
}
