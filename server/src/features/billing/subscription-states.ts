import type { SubscriptionStatus } from '../../platform/actor.ts';

/** From which status to which a subscription goes (product.md, section 3). */
export const TRANSITIONS: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  trial: ['active', 'inactive'],
  active: ['past_due', 'canceled'],
  past_due: ['active', 'canceled'],
  canceled: ['active'],
  inactive: ['active'],
};

/** Whether a price is paid in a status: it counts as monthly revenue. */
export const isPaying = (status: SubscriptionStatus) => status === 'active' || status === 'past_due';
