import { z } from 'zod';
import { INVOICE_STATUSES } from './choices.ts';
import { SEARCH_MAX } from './limits.ts';
import { roleSchema } from './roles.ts';
import { defineRoutes } from './route.ts';
import { day, id, instant, text } from './shapes.ts';
import { SUBSCRIPTION_STATUSES } from './subscription-states.ts';
import { TICKET_STATUSES } from './ticket-states.ts';

/** Letters from which on it is searched, and how many are found in a group at most. */
export const SEARCH_MIN = 2;
export const FOUND_MAX = 5;

export const SEARCH_GROUPS = ['users', 'organizations', 'tickets', 'invoices'] as const;
export type SearchGroupKey = (typeof SEARCH_GROUPS)[number];

export const foundSchema = z.object({
  id,
  /** What it is called, and what is said beside it: an e-mail, a number, a customer. */
  label: z.string(),
  detail: z.string(),
  /** Where the web application opens it: '/admin/users?user=…'. */
  address: z.string(),
  /** What tells it apart from others that are called alike; null: nothing that its kind has. */
  role: roleSchema.nullable(),
  /** The name of the company that a person or a ticket is of. */
  organization: z.string().nullable(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES).nullable(),
  ticket_status: z.enum(TICKET_STATUSES).nullable(),
  invoice_status: z.enum(INVOICE_STATUSES).nullable(),
  /** Of a ticket. */
  created_at: instant.nullable(),
  /** Of an invoice. */
  issued_on: day.nullable(),
  /** Whether the list of its kind finds it by the same words: not what was misspelled, or named by its number. */
  in_list: z.boolean(),
});
export type Found = z.infer<typeof foundSchema>;

export const searchGroupSchema = z.object({
  key: z.enum(SEARCH_GROUPS),
  /** The best first. */
  items: z.array(foundSchema),
  /** Whether searching this group failed: the others are complete all the same. */
  failed: z.boolean(),
});
export type SearchGroup = z.infer<typeof searchGroupSchema>;

export const searchRoutes = defineRoutes({
  searchEverything: {
    method: 'GET',
    path: '/api/search',
    summary: 'What the reader may list and matches, by group: the best first, of those open and new ones',
    access: 'search.use',
    costly: true,
    query: z.strictObject({
      q: text(SEARCH_MAX)
        .transform((value) => value.trim())
        .pipe(z.string().min(SEARCH_MIN)),
    }),
    /** Only the groups that the reader may list at all. */
    response: z.object({ groups: z.array(searchGroupSchema) }),
  },
});
