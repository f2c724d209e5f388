import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { openSessionsSchema } from './sessions.ts';
import { id, name, version } from './shapes.ts';

/** The eight themes of the design kit. */
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

const namesAnything = (body: { first_name?: string | undefined; last_name?: string | undefined }) =>
  body.first_name !== undefined || body.last_name !== undefined;

export const profileRoutes = defineRoutes({
  updateProfile: {
    method: 'PATCH',
    path: '/api/profile',
    summary: "Change one's own name, language or theme; a stale version answers 409 with the current values",
    access: 'profile.update',
    withoutSecondFactor: true,
    // A form sends all its names, also those it only showed; a choice of language or theme is sent alone.
    body: z
      .strictObject({
        version: version.optional(),
        first_name: name().optional(),
        last_name: name().optional(),
        language: z.enum(['es', 'en']).optional(),
        theme: z.enum(THEMES).optional(),
      })
      .refine((body) => body.version !== undefined || !namesAnything(body), {
        error: 'required',
        path: ['version'],
      }),
    response: z.object({ session: sessionSchema }),
    errors: ['object.stale'],
  },
  uploadAvatar: {
    method: 'POST',
    path: '/api/profile/avatar',
    summary: "Replace one's own picture: multipart/form-data with one image of at most 5 MiB",
    access: 'profile.update',
    withoutSecondFactor: true,
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
    withoutSecondFactor: true,
    response: z.object({ session: sessionSchema }),
  },
  listOwnSessions: {
    method: 'GET',
    path: '/api/profile/sessions',
    summary: 'Where one is signed in',
    access: 'profile.read',
    withoutSecondFactor: true,
    response: openSessionsSchema,
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/profile/sessions/{id}',
    summary: 'Sign out on one device',
    access: 'profile.update',
    withoutSecondFactor: true,
    params: z.strictObject({ id }),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/profile/sessions',
    summary: 'Sign out everywhere but here; trusted browsers and API keys end too unless said otherwise',
    access: 'profile.update',
    withoutSecondFactor: true,
    query: z.strictObject({
      trusted_browsers: z.enum(['true', 'false']).default('true'),
      api_keys: z.enum(['true', 'false']).default('true'),
    }),
  },
});
