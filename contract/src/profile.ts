import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { openSessionsSchema } from './sessions.ts';
import { id, name } from './shapes.ts';

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
  uploadAvatar: {
    method: 'POST',
    path: '/api/profile/avatar',
    summary: "Replace one's own picture: multipart/form-data with one image of at most 5 MiB",
    access: 'profile.update',
    file: 'file',
    response: z.object({ session: sessionSchema }),
    errors: [
      'avatar.not_image',
      'avatar.too_large',
      'avatar.too_many_pixels',
      'request.unsupported_media',
      'request.rate_limited',
    ],
  },
  removeAvatar: {
    method: 'DELETE',
    path: '/api/profile/avatar',
    summary: "Take away one's own picture: the automatic one is back",
    access: 'profile.update',
    response: z.object({ session: sessionSchema }),
  },
  listOwnSessions: {
    method: 'GET',
    path: '/api/profile/sessions',
    summary: 'Where one is signed in',
    access: 'profile.read',
    response: openSessionsSchema,
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/profile/sessions/{id}',
    summary: 'Sign out on one device',
    access: 'profile.update',
    params: z.strictObject({ id }),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/profile/sessions',
    summary: 'Sign out everywhere but here',
    access: 'profile.update',
  },
});
