import { isInReach } from './days.ts';
import { EMAIL_ADDRESS } from './email-address.ts';
import { z } from 'zod';
import {
  EMAIL_MAX,
  MAX_PAGE,
  NAME_MAX,
  PAGE_SIZE,
  SEARCH_MAX,
  SEATS_MAX,
  TIME_ZONE_MAX,
  UNLIMITED_SEATS,
} from './limits.ts';
import { TICKET_STATUSES } from './ticket-states.ts';

/** Shapes that two nouns or more share. Every string is bounded, and none may hold a NUL or a lone surrogate. */

const clean = (value: string) => !value.includes('\u0000') && value.isWellFormed();

/** Text of at most `max` characters, without NUL. */
export const text = (max: number) => z.string().max(max).refine(clean, { error: 'invalid' });

/** What no line holds: control characters, breaks of any kind, and marks that turn how the rest of it reads. */
const UNWRITTEN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** What can be seen: a letter, a digit, a sign. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** One line of at most `max` characters, trimmed; '' where there is nothing to be seen. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => clean(value) && !UNWRITTEN.test(value), { error: 'invalid' })
    .transform((value) => (SEEN.test(value) ? value.trim().normalize('NFC') : ''))
    // Composed, some letters of other scripts are more characters than before.
    .pipe(z.string().max(max));

/** A name: a line of 1 to `max` characters. */
export const name = (max = NAME_MAX) => line(max).pipe(z.string().min(1));

/** An e-mail address, trimmed and lower-cased. */
export const email = z
  .string()
  .max(EMAIL_MAX)
  .transform((value) => value.normalize('NFC').trim().toLowerCase())
  .pipe(z.string().regex(EMAIL_ADDRESS, { error: 'invalid_email' }));

/** 'acme.com'. */
export const hostName = z.string().regex(/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'invalid' });

export const language = z.enum(['es', 'en']);

/** 'Europe/Madrid': a zone of the IANA's list that this runtime knows. */
export const timeZone = text(TIME_ZONE_MAX).refine(isTimeZone, { error: 'invalid' });

function isTimeZone(value: string): boolean {
  try {
    return /^[A-Z]/.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== '';
  } catch {
    return false;
  }
}

export const id = z.uuid();
/** Made anew by the client for what it sends: a repeated request with it does nothing twice. */
export const request_id = id.optional();
/** An instant, ISO 8601 with its offset. */
export const instant = z.iso.datetime({ offset: true });
/** 'YYYY-MM-DD' as answers have it. */
export const storedDay = z.iso.date();
/** As people name it: of the years that a screen can mean. */
export const day = z.iso.date().max(10).refine(isInReach, { error: 'invalid' });
export const version = z.int().min(1);

/** An instant that a person names: bounded, and of the years that the database knows. */
export const moment = instant.max(40).refine((value) => Date.parse(value) >= 0, { error: 'invalid' });

/** How many people an organization may have, or UNLIMITED_SEATS. */
export const seats = z
  .int()
  .min(UNLIMITED_SEATS)
  .max(SEATS_MAX)
  .refine((value) => value !== 0, { error: 'invalid' });

/** An admin's own organization in any case; a super_admin says which. Of settings, none named are the system's. */
export const whichOrganization = z.strictObject({ organization_id: id.optional() });

/** A ticket as short lists show it. */
export const ticketRow = z.object({
  id,
  number: z.int(),
  title: z.string(),
  status: z.enum(TICKET_STATUSES),
  created_at: instant,
});

/** Whole numbers arrive as digits in a query. */
export const digits = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(max));

export const pageQuery = { page: digits(MAX_PAGE).default(1) };
export const searchQuery = { search: text(SEARCH_MAX).optional() };

/** A page of rows and the exact number of rows that match. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    total: z.int(),
    page: z.int(),
    page_size: z.literal(PAGE_SIZE),
  });
