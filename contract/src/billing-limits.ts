/** Rules and bounds of subscriptions and invoices. */

/** Days that a trial lasts. */
export const TRIAL_DAYS = 14;
/** Days until an invoice is due, unless said otherwise. */
export const PAYMENT_DAYS = 14;
/** The days of being past due (the first is 1) on which a reminder goes out. */
export const REMINDER_DAYS = [1, 3, 7, 14] as const;
/** The day of being past due on which a subscription is canceled. */
export const CANCEL_DAY = 30;
/** Days without consequences that a super_admin gives by taking a subscription out of past due by hand. */
export const GRACE_DAYS = 14;
/** IVA, in hundredths of a per cent: 21 %. */
export const DEFAULT_TAX_RATE = 2_100;
/** What a simplified invoice comes to at most, taxes included: article 4 of RD 1619/2012. */
export const SIMPLIFIED_MAX_CENTS = 40_000;
export const REASON_MAX = 500;
export const LINE_DESCRIPTION_MAX = 300;
export const INVOICE_LINES_MAX = 50;
export const QUANTITY_MAX = 100_000;
export const UNIT_PRICE_MAX_CENTS = 100_000_000;
export const PAYMENT_MAX_CENTS = 1_000_000_000_000;
export const PAYMENT_REFERENCE_MAX = 120;
export const PAYMENT_INSTITUTION_MAX = 60;
