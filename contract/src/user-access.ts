import { z } from 'zod';
import { defineRoutes } from './route.ts';
import { openSessionsSchema } from './sessions.ts';
import { id } from './shapes.ts';
import { userSchema } from './users.ts';

const one = z.strictObject({ id });

/** What an admin may take from people up to their own rank: a picture, and sessions. */
export const userAccessRoutes = defineRoutes({
  removeUserAvatar: {
    method: 'DELETE',
    path: '/api/users/{id}/avatar',
    summary: "Take away a person's picture: the automatic one is back",
    access: 'avatars.remove',
    params: one,
    response: userSchema,
    errors: ['user.rank_too_low'],
  },
  listUserSessions: {
    method: 'GET',
    path: '/api/users/{id}/sessions',
    summary: 'Where a person is signed in',
    access: 'sessions.list',
    params: one,
    response: openSessionsSchema,
    errors: ['user.rank_too_low'],
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/users/{id}/sessions/{session_id}',
    summary: 'Sign a person out on one device',
    access: 'sessions.end',
    params: z.strictObject({ id, session_id: id }),
    errors: ['user.rank_too_low'],
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/users/{id}/sessions',
    summary: 'Sign a person out everywhere',
    access: 'sessions.end',
    params: one,
    errors: ['user.rank_too_low'],
  },
});
