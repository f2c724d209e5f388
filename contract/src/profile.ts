import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { name } from './shapes.ts';

/** The eight themes of the design kit (specification, section 4). */
export const THEMES = [
  'lightMinimal',
  'darkProfessional',
  'gradientModern',
  'darkAnalytics',
  'default',
  'corporate',
  'modern',
  'minimal',
] as const;

export const profileRoutes = defineRoutes({
  updateProfile: {
    method: 'PATCH',
    path: '/api/profile',
    summary: "Change one's own name, language or theme",
    access: 'profile.update',
    body: z.strictObject({
      first_name: name().optional(),
      last_name: name().optional(),
      language: z.enum(['es', 'en']).optional(),
      theme: z.enum(THEMES).optional(),
    }),
    response: z.object({ session: sessionSchema }),
  },
});
