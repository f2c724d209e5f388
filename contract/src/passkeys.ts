import { z } from 'zod';
import { PASSKEYS_MAX, WEBAUTHN_ATTESTATION_MAX } from './limits.ts';
import { OWNER_ERRORS, assertion, base64url, clientData, credentialId, ownerProof } from './owner-proof.ts';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { id, instant, name } from './shapes.ts';
import { recoveryCodes } from './two-factor.ts';

export const passkeySchema = z.object({
  id,
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const descriptors = z
  .array(
    z.object({
      id: z.string(),
      type: z.literal('public-key'),
      transports: z.array(z.enum(TRANSPORTS)),
    }),
  )
  .max(PASSKEYS_MAX);

/** Names of WebAuthn (level 3, section 5.1.9): what the browser hands to the authenticator as it is. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    userVerification: z.literal('required'),
  }),
});
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: descriptors,
  userVerification: z.enum(['required', 'preferred']),
});

const nothing = z.strictObject({});
const one = z.strictObject({ id });

export const passkeyRoutes = defineRoutes({
  listPasskeys: {
    method: 'GET',
    path: '/api/profile/passkeys',
    summary: "One's own passkeys, oldest first",
    access: 'profile.read',
    withoutSecondFactor: true,
    response: z.object({ items: z.array(passkeySchema) }),
  },
  startPasskey: {
    method: 'POST',
    path: '/api/profile/passkeys/options',
    summary: 'Begin to add a passkey: what the browser asks the authenticator',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: z.strictObject(ownerProof),
    response: creationOptions,
    errors: [...OWNER_ERRORS, 'passkey.too_many'],
  },
  addPasskey: {
    method: 'POST',
    path: '/api/profile/passkeys',
    summary: 'Add the passkey that the authenticator has made',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: z.strictObject({
      name: name(),
      credential_id: credentialId,
      client_data: clientData,
      attestation: base64url(WEBAUTHN_ATTESTATION_MAX),
      transports: z.array(z.enum(TRANSPORTS)).max(TRANSPORTS.length),
    }),
    response: z.object({
      passkey: passkeySchema,
      recovery_codes: recoveryCodes.nullable(),
      session: sessionSchema,
    }),
    status: 201,
    errors: ['passkey.refused', 'passkey.too_many'],
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/api/profile/passkeys/{id}',
    summary: 'Name a passkey anew',
    access: 'profile.update',
    withoutSecondFactor: true,
    params: one,
    body: z.strictObject({ name: name() }),
    response: passkeySchema,
  },
  removePasskey: {
    method: 'POST',
    path: '/api/profile/passkeys/{id}/removal',
    summary: 'Remove a passkey',
    access: 'profile.update',
    withoutSecondFactor: true,
    params: one,
    body: z.strictObject(ownerProof),
    response: z.object({ session: sessionSchema }),
    errors: [...OWNER_ERRORS, 'provider.last_way_in', 'enforcement.last_person'],
  },
  startOwnerPasskey: {
    method: 'POST',
    path: '/api/profile/passkeys/proof',
    summary: 'Begin to prove with a passkey that one is the owner of the account',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: nothing,
    response: requestOptions,
  },
  startPasskeySignIn: {
    method: 'POST',
    path: '/api/session/passkey/options',
    summary: 'Begin to sign in with a passkey',
    access: 'public',
    body: nothing,
    response: requestOptions,
    errors: ['request.rate_limited'],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/session/passkey',
    summary: 'Sign in with a passkey that has verified its person; asks for nothing else',
    access: 'public',
    body: z.strictObject(assertion),
    response: z.object({ session: sessionSchema }),
    errors: ['passkey.refused', 'account.email_not_verified', 'request.rate_limited', 'sso.required'],
  },
  startPasskeySecondFactor: {
    method: 'POST',
    path: '/api/session/second-factor/passkey/options',
    summary: 'Begin to finish signing in with a passkey, after the password',
    access: 'public',
    body: nothing,
    response: requestOptions,
    errors: ['two_factor.challenge_over', 'request.rate_limited'],
  },
  completePasskeySecondFactor: {
    method: 'POST',
    path: '/api/session/second-factor/passkey',
    summary: 'Finish signing in with a passkey, after the password',
    access: 'public',
    body: z.strictObject({ ...assertion, trust_device: z.boolean().default(false) }),
    response: z.object({ session: sessionSchema }),
    errors: ['two_factor.challenge_over', 'passkey.refused', 'request.rate_limited', 'sso.required'],
  },
});
