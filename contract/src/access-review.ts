import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { openSessionSchema } from './sessions.ts';
import { instant } from './shapes.ts';

/** A way into an account that was made lately, as its owner looks through them after a reset of the password. */
export const madeWaySchema = z.object({
  kind: z.enum(['passkey', 'provider', 'app', 'api_key']),
  /** Of a passkey or a key its id; of an account of a provider, that provider. */
  id: z.string(),
  /** Of a passkey or a key its name; of an account of a provider its address there. */
  name: z.string(),
  made_at: instant,
  /** Where it was made; null where nothing is known of that. */
  made_with: openSessionSchema
    .pick({ browser: true, system: true, device: true, ip_address: true })
    .nullable(),
});
export type MadeWay = z.infer<typeof madeWaySchema>;

export const accessReviewRoutes = defineRoutes({
  readAccessReview: {
    method: 'GET',
    path: '/api/profile/access-review',
    summary:
      'After a reset of the password by mail: the ways in that were made in the 30 days before, and since',
    access: 'profile.read',
    withoutSecondFactor: true,
    /** `reset_at` null: there is nothing to look through. */
    response: z.object({ reset_at: instant.nullable(), ways: z.array(madeWaySchema) }),
  },
  finishAccessReview: {
    method: 'DELETE',
    path: '/api/profile/access-review',
    summary: 'Say that one has looked through the ways in',
    access: 'profile.update',
    withoutSecondFactor: true,
  },
});
