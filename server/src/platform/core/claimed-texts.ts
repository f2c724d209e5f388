import { EMAIL_ADDRESS } from '@atalaya/contract/email-address';
import { EMAIL_MAX, NAME_MAX } from '@atalaya/contract/limits';

/** An address that another server claims, as our own forms take them; null for what is none. */
export function claimedEmail(value: string): string | null {
  const email = value.normalize('NFC').trim().toLowerCase();
  return EMAIL_ADDRESS.test(email) && email.length <= EMAIL_MAX ? email : null;
}

/** A name that another server claims. */
export const claimedName = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .normalize('NFC')
    .slice(0, NAME_MAX);

/** First and last name by what the claims of OpenID Connect say of them. */
export function claimedNames(claims: Record<string, unknown>): { first_name: string; last_name: string } {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
  const [first = '', ...rest] = text('name').split(' ');
  return {
    first_name: claimedName(text('given_name') || first),
    last_name: claimedName(text('family_name') || rest.join(' ')),
  };
}
