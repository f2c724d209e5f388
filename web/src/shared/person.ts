import { localPartOf } from '@atalaya/contract/email-address';

/** Who a person is on screen. */
export type Person = { first_name: string; last_name: string; email: string };

/** First and last name if both exist, else the part of the e-mail before the at sign, else 'Usuario'. */
export function displayName({ first_name, last_name, email }: Person): string {
  if (first_name && last_name) return `${first_name} ${last_name}`;
  return localPartOf(email) || 'Usuario';
}

/** The first letters of first and last name, else the first two letters of the e-mail. */
export function initials({ first_name, last_name, email }: Person): string {
  const letters =
    first_name && last_name ? [...first_name].slice(0, 1).concat([...last_name].slice(0, 1)) : [];
  return (letters.length === 2 ? letters : [...email].slice(0, 2)).join('').toUpperCase();
}
