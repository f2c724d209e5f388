import { z } from 'zod';
import { CODE_MAX, CREDENTIAL_ID_MAX, PASSWORD_MAX, WEBAUTHN_CLIENT_DATA_MAX } from './limits.ts';
import { text } from './shapes.ts';

/** Of an authenticator app, or a recovery code. */
export const secondFactorCode = text(CODE_MAX).min(1);

/** Bytes as base64url, by the most characters that they may have. */
export const base64url = (max: number) =>
  text(max)
    .min(1)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'invalid' });
export const credentialId = base64url(CREDENTIAL_ID_MAX);
export const clientData = base64url(WEBAUTHN_CLIENT_DATA_MAX);

/** What an authenticator has signed; `user_handle` is there where it knew by itself who is signing in. */
export const assertion = {
  credential_id: credentialId,
  client_data: clientData,
  authenticator_data: base64url(WEBAUTHN_CLIENT_DATA_MAX),
  signature: base64url(WEBAUTHN_CLIENT_DATA_MAX),
  user_handle: base64url(100).nullable().default(null),
};

/**
 * Who is signed in proves to be the owner of the account, before it changes how the account is entered: by the current
 * password, and by a code or a passkey where a second factor is on. Accounts without password leave that out; they have
 * signed in just now, or give a passkey.
 */
export const ownerProof = {
  password: text(PASSWORD_MAX).min(1).optional(),
  code: secondFactorCode.optional(),
  /** The answer to `startOwnerPasskey`. */
  passkey: z.strictObject(assertion).optional(),
};

/** What a route with such a proof refuses. */
export const OWNER_ERRORS = [
  'account.wrong_password',
  'two_factor.sign_in_again',
  'two_factor.code_needed',
  'two_factor.wrong_code',
  'passkey.refused',
  'request.rate_limited',
] as const;
