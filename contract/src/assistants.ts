import { z } from 'zod';
import { ASSISTANT_DAYS } from './choices.ts';
import { KEY_SCOPES } from './key-scopes.ts';
import { REDIRECT_MAX } from './limits.ts';
import { OWNER_ERRORS, ownerProof } from './owner-proof.ts';
import { defineRoutes } from './route.ts';
import { id, text, whichOrganization } from './shapes.ts';

/** Whether people may let assistants act for them by /mcp. */
export const assistantsSchema = z.object({
  organization: z.object({ id, name: z.string() }).nullable(),
  is_on: z.boolean(),
  /** Whether the installation lets any in: an organization's own switch does nothing until then. */
  is_offered: z.boolean(),
  /** How many are let in now: of the organization's people, or of all. */
  connected: z.int(),
  /** What an assistant is told to connect to. */
  address: z.string(),
});
export type Assistants = z.infer<typeof assistantsSchema>;

/** What an assistant asks for, as OAuth 2.1 names it: the address of the consent screen carries it. */
export const consentAsked = {
  client_id: id,
  redirect_uri: text(REDIRECT_MAX),
  response_type: z.literal('code'),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  /** Absent: everything that the person may grant. */
  scope: text(REDIRECT_MAX).optional(),
  state: text(REDIRECT_MAX).optional(),
  resource: text(REDIRECT_MAX).optional(),
};

export const consentSchema = z.object({
  client_name: z.string(),
  /** Where the browser goes on to, and with it the assistant's access. */
  redirect_host: z.string(),
  /** A program on this very machine. */
  is_local: z.boolean(),
  /** Those of the scopes it asks for that the person may grant. */
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Where a refusal goes. */
  denied_to: z.string(),
});
export type Consent = z.infer<typeof consentSchema>;

const CONSENT_ERRORS = ['assistant.unknown', 'assistant.off'] as const;

export const assistantRoutes = defineRoutes({
  readAssistants: {
    method: 'GET',
    path: '/api/assistants',
    summary: 'Whether assistants may act for the people of an organization, or at all',
    access: 'assistants.read',
    query: whichOrganization,
    response: assistantsSchema,
  },
  switchAssistants: {
    method: 'PUT',
    path: '/api/assistants',
    summary: 'Let assistants in, or end all of them at once: of an organization, or of the installation',
    access: 'assistants.update',
    query: whichOrganization,
    body: z.strictObject({ is_on: z.boolean() }),
    response: assistantsSchema,
  },
  readConsent: {
    method: 'GET',
    path: '/api/assistants/consent',
    summary: 'Which assistant asks to act for the person, and for what',
    access: 'profile.read',
    query: z.strictObject(consentAsked),
    response: consentSchema,
    errors: CONSENT_ERRORS,
  },
  giveConsent: {
    method: 'POST',
    path: '/api/assistants/consent',
    summary: 'Let an assistant act for oneself, with some scopes and for some days',
    access: 'profile.update',
    body: z.strictObject({
      ...consentAsked,
      scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
      days: z.literal(ASSISTANT_DAYS),
      ...ownerProof,
    }),
    response: z.object({ redirect_to: z.string() }),
    errors: [...OWNER_ERRORS, ...CONSENT_ERRORS, 'api_key.too_many', 'api_key.scope_forbidden'],
  },
});
