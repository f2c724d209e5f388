import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { id, instant, ticketRow } from './shapes.ts';

/** What a signed-in person finds at /app. */
export const appHomeSchema = z.object({
  /** Tickets that go on with them: 'answer', the support has answered; 'assigned', it is theirs to answer. */
  waiting: z.array(ticketRow.extend({ why: z.enum(['answer', 'assigned']) })),
  /** The newest that they wrote. */
  tickets: z.array(ticketRow),
  /** Of a person without an organization, whose address is proven; `token` opens one. */
  invitations: z.array(
    z.object({ id, organization_name: z.string(), expires_at: instant, token: z.string() }),
  ),
  /** Their own; null: they belong to none. */
  organization: z
    .object({
      name: z.string(),
      plan_name: z.string(),
      /** Who administers it, and is asked for more. */
      admins: z.array(z.object({ name: z.string(), email: z.string() })),
    })
    .nullable(),
});
export type AppHome = z.infer<typeof appHomeSchema>;

export const appHomeRoutes = defineRoutes({
  readAppHome: {
    method: 'GET',
    path: '/api/app-home',
    summary: 'What waits for one, the own tickets, the own organization and who administers it',
    access: 'profile.read',
    response: appHomeSchema,
  },
});
