import { z } from 'zod';
import { id, instant } from './shapes.ts';

/** A session as shown to a person who may end it; never its token. */
export const openSessionSchema = z.object({
  id,
  /** The browser and system by their own names, null where the user agent tells none. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.enum(['desktop', 'phone', 'tablet']),
  ip_address: z.string().nullable(),
  created_at: instant,
  /** Up to an hour old: a session is renewed once an hour at most. */
  last_seen_at: instant,
  /** The session of this very request. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;

/** Latest first; the current one before the others. */
export const openSessionsSchema = z.object({ items: z.array(openSessionSchema) });
