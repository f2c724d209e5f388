import { z } from 'zod';
import { apiKeySchema } from './api-keys.ts';
import { defineRoutes } from './route.ts';
import { openSessionsSchema } from './sessions.ts';
import { id } from './shapes.ts';
import { userSchema } from './users.ts';

const one = z.strictObject({ id });

/** What an admin may take from people up to their own rank: a picture, sessions, and API keys. */
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
    summary: 'Sign a person out everywhere; their trusted browsers and API keys end too',
    access: 'sessions.end',
    params: one,
    errors: ['user.rank_too_low'],
  },
  listUserApiKeys: {
    method: 'GET',
    path: '/api/users/{id}/api-keys',
    summary: 'The API keys of a person that are not revoked, newest first',
    access: 'apiKeys.list',
    params: one,
    response: z.object({ items: z.array(apiKeySchema) }),
    errors: ['user.rank_too_low'],
  },
  revokeUserApiKey: {
    method: 'DELETE',
    path: '/api/users/{id}/api-keys/{key_id}',
    summary: "Revoke a person's API key, who is told by mail",
    access: 'apiKeys.revoke',
    params: z.strictObject({ id, key_id: id }),
    errors: ['user.rank_too_low'],
  },
});
