import { PLAN_PRICE_MAX_CENTS, SEATS_MAX, UNLIMITED_SEATS } from '@atalaya/contract/limits';
import type { Language } from '../../platform/messages/chosen-language.ts';
import { parseHundredths, typedHundredths } from '../../shared/typed-amount.ts';
import { type TypedSeats, parseSeats } from './typed-seats.ts';
import type { Plan, PlanTerms } from './plans.api.ts';

/** What the form of a plan holds, as it is typed. */
export type PlanValues = TypedSeats & {
  name: string;
  price_cents: string;
  currency: string;
  description: string;
  features: string;
  is_popular: boolean;
  /** What becomes of those subscribed already; asked where price or limit change. */
  subscribers: { type: 'keep' | 'move' | null; on: string };
};

/** Of a plan; of one that is to be added: nothing but its currency. */
export function valuesOf(plan: Plan | null, language: Language, currency = ''): PlanValues {
  return {
    name: plan?.name ?? '',
    price_cents: plan ? typedHundredths(plan.price_cents, language) : '',
    currency: plan?.currency ?? currency,
    description: plan?.description ?? '',
    max_users: plan && plan.max_users !== UNLIMITED_SEATS ? String(plan.max_users) : '',
    is_unlimited: plan?.max_users === UNLIMITED_SEATS,
    features: plan?.features.join('\n') ?? '',
    is_popular: plan?.is_popular ?? false,
    subscribers: { type: null, on: '' },
  };
}

/** Integer cents; null: no amount that a plan can have. */
export function parsePrice(typed: string, language: Language): number | null {
  const cents = parseHundredths(typed, language);
  return cents !== null && cents <= PLAN_PRICE_MAX_CENTS ? cents : null;
}

/** The seats of a plan; null: no number that it can have. */
export function seatsOf(typed: TypedSeats): number | null {
  const seats = parseSeats(typed);
  return seats !== null && seats <= SEATS_MAX ? seats : null;
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
  typed: Pick<PlanValues, 'price_cents' | keyof TypedSeats>,
  language: Language,
): PlanTerms | null {
  const price_cents = parsePrice(typed.price_cents, language);
  const max_users = seatsOf(typed);
  if (price_cents === null || max_users === null) return null;
  const isSame = price_cents === stored.price_cents && max_users === stored.max_users;
  return isSame ? null : { price_cents, max_users };
}
