import { z } from 'zod';
import { KEY_SCOPES } from './key-scopes.ts';
import { API_KEY_DAYS_MAX, NAME_MAX } from './limits.ts';
import { OWNER_ERRORS, ownerProof } from './owner-proof.ts';
import { defineRoutes } from './route.ts';
import { id, instant, name } from './shapes.ts';

/** A key as its owner sees it; the key itself is shown once, when it is made. */
export const apiKeySchema = z.object({
  id,
  name: z.string(),
  /** How the key begins, to know it by. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  created_at: instant,
  expires_at: instant,
  expired: z.boolean(),
  /** Up to a minute old; null: never. */
  last_used_at: instant.nullable(),
  /** Of an assistant that the person has let in: where its access was sent to. null: a key that they made. */
  assistant_host: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** What ends a person's keys so that they may have them back. */
export const KEY_ENDINGS = [
  'password_reset',
  'password_change',
  'sign_out',
  'sign_out_by_admin',
  'two_factor_reset',
] as const;
export type KeyEnding = (typeof KEY_ENDINGS)[number];

export const endedApiKeySchema = apiKeySchema.extend({
  ended_at: instant,
  ended_by: z.enum(KEY_ENDINGS),
  restorable_until: instant,
});
export type EndedApiKey = z.infer<typeof endedApiKeySchema>;

export const apiKeyRoutes = defineRoutes({
  listApiKeys: {
    method: 'GET',
    path: '/api/profile/api-keys',
    summary: "One's own API keys that are not revoked, newest first, and those that can be had back",
    access: 'profile.read',
    response: z.object({
      items: z.array(apiKeySchema),
      /** Ended by a recovery of the account in the last 30 days, latest first. */
      ended: z.array(endedApiKeySchema),
    }),
  },
  createApiKey: {
    method: 'POST',
    path: '/api/profile/api-keys',
    summary: 'Make an API key; the answer is the only one that ever holds it',
    access: 'profile.update',
    body: z.strictObject({
      name: name(NAME_MAX),
      scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
      expires_in_days: z.int().min(1).max(API_KEY_DAYS_MAX),
      ...ownerProof,
    }),
    response: z.object({ key: apiKeySchema, token: z.string() }),
    status: 201,
    errors: [...OWNER_ERRORS, 'api_key.too_many', 'api_key.scope_forbidden'],
  },
  restoreApiKey: {
    method: 'POST',
    path: '/api/profile/api-keys/{id}/restoration',
    summary: 'Have a key back that a recovery of the account has ended',
    access: 'profile.update',
    params: z.strictObject({ id }),
    body: z.strictObject(ownerProof),
    response: apiKeySchema,
    errors: [...OWNER_ERRORS, 'api_key.too_many'],
  },
  revokeApiKey: {
    method: 'DELETE',
    path: '/api/profile/api-keys/{id}',
    summary: 'Revoke an API key: its next request is refused',
    access: 'profile.update',
    params: z.strictObject({ id }),
  },
});
