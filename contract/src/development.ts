import { z } from 'zod';
import { roleSchema } from './roles.ts';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { email, id } from './shapes.ts';

/** 'Modo Desarrollo': these routes answer 404 outside demo mode. */
export const developmentRoutes = defineRoutes({
  listDevelopmentAccounts: {
    method: 'GET',
    path: '/api/development/accounts',
    summary: 'The demo accounts that one may sign in as (demo mode only)',
    access: 'public',
    response: z.object({
      items: z.array(
        z.object({
          id,
          first_name: z.string(),
          last_name: z.string(),
          email: z.string(),
          role: roleSchema,
          /** The name of their company; null: none. */
          organization: z.string().nullable(),
        }),
      ),
    }),
  },
  seedDevelopmentAccounts: {
    method: 'POST',
    path: '/api/development/accounts',
    summary: 'Create the demo accounts that are missing (demo mode only)',
    access: 'public',
    body: z.strictObject({}),
    response: z.object({ created: z.int() }),
  },
  signInDevelopmentAccount: {
    method: 'POST',
    path: '/api/development/session',
    summary: 'Sign in as a demo account without its password (demo mode only)',
    access: 'public',
    body: z.strictObject({ email }),
    response: z.object({ session: sessionSchema }),
  },
});
