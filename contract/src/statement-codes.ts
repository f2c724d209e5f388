/** What entries of bank statements are told apart by. Without zod, for the screens too. */

export const STATEMENT_MAX_BYTES = 1024 * 1024;
export const BANK_ENTRY_STATUSES = ['open', 'settled'] as const;
export const MATCH_KINDS = ['invoice', 'run', 'debit', 'return'] as const;
/** From the surest down. */
export const MATCH_REASONS = ['end_to_end', 'run', 'reference', 'code', 'account'] as const;
