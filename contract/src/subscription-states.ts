/** Where a subscription goes from where. Without zod, for the screens too. */
export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'past_due', 'canceled', 'inactive'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

const TRANSITIONS: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  trial: ['active', 'inactive'],
  active: ['past_due', 'canceled'],
  past_due: ['active', 'canceled'],
  canceled: ['active'],
  inactive: ['active'],
};

/**
 * To which statuses automation takes a subscription from this one. A super_admin may choose any of the five, with a
 * reason; the form says of any other than these that it is unusual.
 */
export const statusesAfter = (status: SubscriptionStatus) => TRANSITIONS[status];

/** Whether a subscription is over: its organization can read, and takes no new people. */
export const hasEnded = (status: SubscriptionStatus) => status === 'canceled' || status === 'inactive';

/** Whether a price is paid in a status: it counts as monthly revenue. */
export const isPaying = (status: SubscriptionStatus) => status === 'active' || status === 'past_due';
