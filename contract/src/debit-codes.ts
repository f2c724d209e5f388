/** What SEPA direct debits are told apart by. Without zod, for the screens too. */

/** The schemes: of anybody, with eight weeks to ask for the money back; between companies, without. */
export const MANDATE_TYPES = ['core', 'b2b'] as const;
export const MANDATE_USES = ['recurrent', 'one_off'] as const;
/** Completed: its only or its last debit was collected. Expired: not used for 36 months. */
export const MANDATE_STATUSES = ['active', 'completed', 'canceled', 'expired'] as const;
export const MANDATE_EVENTS = ['signed', 'amended', 'completed', 'canceled', 'expired'] as const;

/** The lengths of SEPA. */
export const MANDATE_REFERENCE_MAX = 35;
export const SEPA_NAME_MAX = 70;
/** Spaces that people write it with included. */
export const IBAN_TYPED_MAX = 42;
export const BIC_MAX = 11;
export const CREDITOR_ID_MAX = 35;
export const LEAD_DAYS_MAX = 14;

/** How many debits a run has at most. */
export const DEBIT_RUN_MAX = 500;
export const DEBIT_RUN_STATUSES = ['made', 'presented', 'confirmed', 'canceled'] as const;
/** Rejected: before it was collected; returned: afterwards; withdrawn: its run was canceled. */
export const DEBIT_STATUSES = ['pending', 'paid', 'rejected', 'returned', 'withdrawn'] as const;
export const DEBIT_SEQUENCES = ['FRST', 'RCUR', 'OOFF', 'FNAL'] as const;
/** Why a debit comes back, by the codes of ISO 20022 that the rulebooks of SEPA use. */
export const RETURN_CODES = [
  'AM04',
  'AC01',
  'AC04',
  'AC06',
  'AC13',
  'AG01',
  'AG02',
  'AM05',
  'BE05',
  'CNOR',
  'DNOR',
  'FF01',
  'MD01',
  'MD02',
  'MD06',
  'MD07',
  'MS02',
  'MS03',
  'RC01',
  'RR01',
  'RR02',
  'RR03',
  'RR04',
  'SL01',
] as const;
