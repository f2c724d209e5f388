type Priced = { price_cents: number; currency: string };

/**
 * Whether a company may go from one price to another: within a currency, or from or to nothing. Amounts of two
 * currencies are never offset, compared or added.
 */
export const mayFollow = (from: Priced, to: Priced): boolean =>
  from.currency === to.currency || from.price_cents === 0 || to.price_cents === 0;
