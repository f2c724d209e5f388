import { z } from 'zod';
import { SEARCH_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { id, text } from './shapes.ts';

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
    summary: 'What the reader may list and matches, by group: what begins so first, misspelled last',
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
