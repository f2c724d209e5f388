import { z } from 'zod';
import { OWNER_ERRORS, ownerProof } from './owner-proof.ts';
import { defineRoutes } from './route.ts';
import { id, instant, pageOf, pageQuery } from './shapes.ts';

export const provisioningTokenSchema = z.object({
  id,
  /** How it begins. */
  prefix: z.string(),
  created_by_name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type ProvisioningToken = z.infer<typeof provisioningTokenSchema>;

export const provisioningSchema = z.object({
  /** What the provider is given, with a token. */
  base_url: z.string(),
  tokens: z.array(provisioningTokenSchema),
  /** Of whom and of which the provider has told. */
  people: z.int(),
  groups: z.int(),
});
export type Provisioning = z.infer<typeof provisioningSchema>;

/** What a request of the provider can change. */
export const PROVISIONED = [
  'person.created',
  'person.linked',
  'person.updated',
  'person.restored',
  'person.role',
  'person.offboarded',
  'person.unlinked',
  'group.created',
  'group.updated',
  'group.deleted',
] as const;
const change = z.object({ what: z.enum(PROVISIONED), id: z.string(), name: z.string() });
export type ProvisionedChange = z.infer<typeof change>;

export const provisioningRequestSchema = z.object({
  id,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  /** Their beginning; null: none. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
  changes: z.array(change),
  created_at: instant,
});
export type ProvisioningRequest = z.infer<typeof provisioningRequestSchema>;

/** In what a person here differs from what the provider last told of them; `only_here`: it has told nothing. */
export const DRIFT_FIELDS = ['active', 'first_name', 'last_name', 'email', 'role', 'only_here'] as const;

const driftSchema = z.object({
  profile_id: id,
  name: z.string(),
  field: z.enum(DRIFT_FIELDS),
  /** As the provider told it, and as it is here. */
  told: z.string().nullable(),
  here: z.string().nullable(),
});
export const comparisonSchema = z.object({
  /** People who were compared. */
  compared: z.int(),
  /** Differences in all, and the first 500 of them. */
  total: z.int(),
  items: z.array(driftSchema),
});
export type Comparison = z.infer<typeof comparisonSchema>;

const one = z.strictObject({ id });

export const provisioningRoutes = defineRoutes({
  readProvisioning: {
    method: 'GET',
    path: '/api/connections/{id}/provisioning',
    summary: 'Where the provider of a connection tells of people, and its tokens',
    access: 'connections.read',
    params: one,
    response: provisioningSchema,
  },
  createProvisioningToken: {
    method: 'POST',
    path: '/api/connections/{id}/provisioning/tokens',
    summary: 'Make a token for the provider; it is shown once, and two work at once',
    access: 'connections.update',
    params: one,
    body: z.strictObject(ownerProof),
    response: z.object({ token: z.string(), item: provisioningTokenSchema }),
    status: 201,
    errors: [...OWNER_ERRORS, 'provisioning.too_many_tokens'],
  },
  revokeProvisioningToken: {
    method: 'DELETE',
    path: '/api/connections/{id}/provisioning/tokens/{token_id}',
    summary: 'End a token of the provider at once',
    access: 'connections.update',
    params: z.strictObject({ id, token_id: id }),
  },
  listProvisioningRequests: {
    method: 'GET',
    path: '/api/connections/{id}/provisioning/requests',
    summary: 'What the provider has asked, what it was answered and what that changed, newest first',
    access: 'connections.read',
    params: one,
    query: z.strictObject(pageQuery),
    response: pageOf(provisioningRequestSchema),
  },
  compareProvisioning: {
    method: 'GET',
    path: '/api/connections/{id}/provisioning/comparison',
    summary: 'In what people differ from what the provider last told of them; nothing is changed',
    access: 'connections.read',
    costly: true,
    params: one,
    response: comparisonSchema,
  },
});
