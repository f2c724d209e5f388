import { UNLIMITED_SEATS } from '@atalaya/contract/limits';

/** What a SeatsField holds, as it is typed. */
export type TypedSeats = { max_users: string; is_unlimited: boolean };

/** A whole number from 1 up; -1, typed or switched to, is no limit; null: neither. */
export function parseSeats({ max_users, is_unlimited }: TypedSeats): number | null {
  if (is_unlimited) return UNLIMITED_SEATS;
  const typed = max_users.trim();
  const seats = /^-?\d+$/.test(typed) ? Number(typed) : 0;
  return seats === UNLIMITED_SEATS || seats >= 1 ? seats : null;
}
