import { PLAN_PRICE_MAX_CENTS, SEATS_MAX, UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Plan, PlanTerms } from './plans.api.ts';

/** What the form of a plan holds, as it is typed. */
export type PlanValues = {
  name: string;
  price_cents: string;
  description: string;
  max_users: string;
  features: string;
  is_popular: boolean;
  /** What becomes of those subscribed already; asked where price or limit change. */
  subscribers: { type: 'keep' | 'move' | null; on: string };
};

export function valuesOf(plan: Plan | null): PlanValues {
  return {
    name: plan?.name ?? '',
    price_cents: plan ? typedPrice(plan.price_cents) : '',
    description: plan?.description ?? '',
    max_users: plan ? String(plan.max_users) : '',
    features: plan?.features.join('\n') ?? '',
    is_popular: plan?.is_popular ?? false,
    subscribers: { type: null, on: '' },
  };
}

/** 2900 is typed as '29', 2950 as '29.50'. */
function typedPrice(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** '29', '29,5' or '29.50' as integer cents; null: no amount that a plan can have. */
export function parsePrice(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents <= PLAN_PRICE_MAX_CENTS ? cents : null;
}

/** A number of seats, -1 for no limit; null: neither. */
export function parseSeats(typed: string): number | null {
  if (!/^-?\d{1,9}$/.test(typed.trim())) return null;
  const seats = Number(typed);
  return seats === UNLIMITED_SEATS || (seats > 0 && seats <= SEATS_MAX) ? seats : null;
}

/** One feature per line, blank lines dropped. */
export function parseFeatures(typed: string): string[] {
  return typed
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Price and limit as typed, where they are valid and differ from what is stored; else null. */
export function changedTerms(
  stored: Plan,
  typed: Pick<PlanValues, 'price_cents' | 'max_users'>,
): PlanTerms | null {
  const price_cents = parsePrice(typed.price_cents);
  const max_users = parseSeats(typed.max_users);
  if (price_cents === null || max_users === null) return null;
  const isSame = price_cents === stored.price_cents && max_users === stored.max_users;
  return isSame ? null : { price_cents, max_users };
}
