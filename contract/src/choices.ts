import { PHONE_MAX } from './limits.ts';

/** What lists can be filtered and sorted by, and forms offer. Without zod, for the screens too. */

/** The texts of a person that may be empty, and how many characters each has at most. */
export const USER_TEXT_MAX = { phone: PHONE_MAX, job_title: 80 } as const;
export type UserText = keyof typeof USER_TEXT_MAX;
export const USER_TEXTS = Object.keys(USER_TEXT_MAX) as UserText[];
/** Those of which a part can be filtered by. */
export const USER_TEXT_FILTERS = ['job_title'] as const satisfies UserText[];

/** ISO 4217, of two decimals: amounts are whole cents. The euro first, then by their codes. */
export const CURRENCIES = [
  'EUR',
  'BRL',
  'CHF',
  'CZK',
  'DKK',
  'GBP',
  'MXN',
  'NOK',
  'PLN',
  'SEK',
  'USD',
] as const;
export type Currency = (typeof CURRENCIES)[number];
/** Of the plans of the beginning, and of an installation that has chosen none. */
export const DEFAULT_CURRENCY = 'USD' satisfies Currency;

/** Most urgent first. */
export const TICKET_PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];
/** Files of messages as they are kept, and how their names end. Pictures are drawn anew as WebP. */
export const ATTACHMENT_ENDINGS = {
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
} as const;
export type AttachmentType = keyof typeof ATTACHMENT_ENDINGS;
/** How the names of files end that may be attached; what is in them is looked at too. */
export const ATTACHABLE = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'pdf', 'csv', 'txt', 'xlsx', 'docx'];
export const INVITATION_STATUSES = ['pending', 'accepted', 'expired'] as const;
/**
 * Whose address cannot be invited. Of people who are not of the organization a super_admin alone is told: elsewhere in
 * another (closed: which is in the bin), unassigned in none.
 */
export const NOT_INVITABLE = [
  'already_member',
  'inactive',
  'in_bin',
  'not_set_up',
  'elsewhere',
  'elsewhere_inactive',
  'elsewhere_in_bin',
  'elsewhere_closed',
  'unassigned_inactive',
  'unassigned_in_bin',
  'super_admin',
  'super_admin_inactive',
  'super_admin_in_bin',
] as const;
export type NotInvitable = (typeof NOT_INVITABLE)[number];
/** Void: rectified as a whole. Annulled: it should never have been issued. */
export const INVOICE_STATUSES = ['open', 'partial', 'overdue', 'paid', 'void', 'annulled', 'credit'] as const;
export const INVOICE_KINDS = ['standard', 'simplified', 'rectifying'] as const;
/** Why an invoice is rectified, by the tax agency's codes; R5 is any reason of a simplified one. */
export const RECTIFICATION_CODES = ['R1', 'R2', 'R3', 'R4', 'R5'] as const;
export const VERIFACTU_ENVIRONMENTS = ['test', 'real'] as const;
export const VERIFACTU_RECORD_KINDS = ['issue', 'annulment'] as const;
/** Whose a certificate is: a person's, who may act for the issuer, or the issuer's seal. */
export const CERTIFICATE_KINDS = ['person', 'seal'] as const;
/** What became of a record: it waits, is on its way, or has the tax agency's answer. */
export const VERIFACTU_RECORD_STATES = [
  'pending',
  'sent',
  'accepted',
  'accepted_with_errors',
  'rejected',
] as const;
/** What keeps records from being sent. */
export const VERIFACTU_SENDING_PROBLEMS = [
  'certificate_missing',
  'certificate_unusable',
  'certificate_expired',
  'unreachable',
  'unanswered',
  'unavailable',
  'refused',
  'clock',
] as const;
export const RECTIFICATION_METHODS = ['difference', 'substitution'] as const;
/** What a list of invoices is narrowed to; unpaid: what is open, paid in part or overdue. */
/** What is said of an invoice that was delivered (RD 238/2026), and what follows from its payments. */
export const SAID_RECEIPTS = ['received', 'accepted', 'rejected'] as const;
export const INVOICE_RECEIPTS = [...SAID_RECEIPTS, 'paid'] as const;
/** 'none': of which nothing was said. */
export const RECEIPT_FILTERS = ['none', ...INVOICE_RECEIPTS] as const;
/** Whose word it is. */
export const RECEIPT_SIDES = ['issuer', 'customer'] as const;
export const INVOICE_STATUS_FILTERS = ['unpaid', ...INVOICE_STATUSES] as const;
export const PAYMENT_METHODS = ['transfer', 'card', 'direct_debit', 'cash', 'other'] as const;
export const TAX_TREATMENTS = ['standard', 'reverse_charge', 'exempt'] as const;

export const USER_SORTS = ['name', 'email', 'role', 'status', 'last_login_at', 'created_at'] as const;
export const ORGANIZATION_SORTS = ['name', 'status', 'max_users', 'created_at'] as const;
export const TICKET_SORTS = [
  'number',
  'title',
  'organization',
  'priority',
  'status',
  'waits_for',
  'assigned_to',
  'created_at',
  'updated_at',
] as const;
/** For how many days an assistant is let in. */
export const ASSISTANT_DAYS = [1, 30, 90] as const;
/** What can be in the bin. */
export const BIN_TYPES = ['user', 'organization', 'ticket', 'plan', 'canned_reply'] as const;
export const INVOICE_SORTS = ['issued_on', 'due_on', 'total_cents', 'outstanding_cents'] as const;
export const PAYMENT_SORTS = ['paid_on', 'organization', 'invoice', 'method', 'amount_cents'] as const;
