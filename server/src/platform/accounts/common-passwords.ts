import { readFileSync } from 'node:fs';
import { SERVER_FOLDER } from '../core/server-folder.ts';

/**
 * The passwords that are tried first: the 3,000 commonest of six characters or more and the 3,000 commonest of eight
 * or more, from the list of zxcvbn (MIT licence). Read at the first use.
 */
const LIST = new URL('src/platform/accounts/common-passwords.txt', SERVER_FOLDER);
let common: Set<string> | null = null;

/** Whether a password is among the commonest, upper and lower case alike. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(LIST, 'utf8').split('\n'));
  return common.has(password.toLowerCase());
}
