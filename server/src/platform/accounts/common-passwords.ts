import { readFileSync } from 'node:fs';

/**
 * The passwords that are tried first: the 3,000 commonest of six characters or more and the 3,000 commonest of eight
 * or more, from the list of zxcvbn (MIT licence). Read at the first use.
 */
let common: Set<string> | null = null;

/** Whether a password is among the commonest, whatever its case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'));
  return common.has(password.toLowerCase());
}
