import { z } from 'zod';
import { OWNER_ERRORS, ownerProof, secondFactorCode as code } from './owner-proof.ts';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { openSessionSchema } from './sessions.ts';
import { id, instant } from './shapes.ts';

/** Ten codes that are shown this once; null where the account has codes from an earlier factor. */
export const recoveryCodes = z.array(z.string());

/** A browser that is asked for no second factor; never its token. */
export const trustedBrowserSchema = openSessionSchema
  .pick({ browser: true, system: true, device: true, ip_address: true, created_at: true, current: true })
  .extend({
    id,
    /** When it was last let in without a second factor; null: not yet. */
    last_used_at: instant.nullable(),
    expires_at: instant,
  });
export type TrustedBrowser = z.infer<typeof trustedBrowserSchema>;

export const twoFactorRoutes = defineRoutes({
  readSecondFactor: {
    method: 'GET',
    path: '/api/session/second-factor',
    summary: 'What the sign-in that has begun in this browser asks for',
    access: 'public',
    response: z.object({ code: z.boolean(), passkey: z.boolean() }),
    errors: ['two_factor.challenge_over'],
  },
  completeSecondFactor: {
    method: 'POST',
    path: '/api/session/second-factor',
    summary: 'Finish signing in with a code of the authenticator app or a recovery code',
    access: 'public',
    body: z.strictObject({ code, trust_device: z.boolean().default(false) }),
    response: z.object({ session: sessionSchema }),
    errors: ['two_factor.challenge_over', 'two_factor.wrong_code', 'request.rate_limited', 'sso.required'],
  },
  readTwoFactor: {
    method: 'GET',
    path: '/api/profile/two-factor',
    summary: "One's own second factors",
    access: 'profile.read',
    withoutSecondFactor: true,
    response: z.object({
      /** Since when codes of an app are asked for; null: they are not. */
      app_since: instant.nullable(),
      recovery_codes_left: z.int(),
      passkeys: z.int(),
      /** Whether the account has a password to confirm changes with. */
      has_password: z.boolean(),
    }),
  },
  startTwoFactor: {
    method: 'POST',
    path: '/api/profile/two-factor',
    summary: 'Begin with an authenticator app: its secret, to be confirmed by a first code',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: z.strictObject(ownerProof),
    /** `secret` in base32; `qr` is an SVG. */
    response: z.object({ secret: z.string(), qr: z.string() }),
    errors: [...OWNER_ERRORS, 'two_factor.already_on'],
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/api/profile/two-factor/confirmation',
    summary: 'Turn the authenticator app on with its first code',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: z.strictObject({ code }),
    response: z.object({ recovery_codes: recoveryCodes.nullable(), session: sessionSchema }),
    errors: ['two_factor.wrong_code', 'two_factor.not_started', 'request.rate_limited'],
  },
  disableTwoFactor: {
    method: 'POST',
    path: '/api/profile/two-factor/removal',
    summary: 'Turn the authenticator app off',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: z.strictObject(ownerProof),
    response: z.object({ session: sessionSchema }),
    errors: [...OWNER_ERRORS, 'two_factor.not_set_up'],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/profile/two-factor/recovery-codes',
    summary: 'Ten new recovery codes; the old ones end',
    access: 'profile.update',
    withoutSecondFactor: true,
    body: z.strictObject(ownerProof),
    response: z.object({ recovery_codes: recoveryCodes }),
    errors: [...OWNER_ERRORS, 'two_factor.not_set_up'],
  },
  listTrustedBrowsers: {
    method: 'GET',
    path: '/api/profile/trusted-browsers',
    summary: 'Browsers in which one is asked for no second factor, newest first',
    access: 'profile.read',
    withoutSecondFactor: true,
    response: z.object({ items: z.array(trustedBrowserSchema) }),
  },
  endTrustedBrowser: {
    method: 'DELETE',
    path: '/api/profile/trusted-browsers/{id}',
    summary: 'Trust a browser no more: the second factor is asked for there again',
    access: 'profile.update',
    withoutSecondFactor: true,
    params: z.strictObject({ id }),
  },
  endTrustedBrowsers: {
    method: 'DELETE',
    path: '/api/profile/trusted-browsers',
    summary: 'Trust no browser any more',
    access: 'profile.update',
    withoutSecondFactor: true,
  },
  resetUserTwoFactor: {
    method: 'DELETE',
    path: '/api/users/{id}/two-factor',
    summary:
      "Take all second factors from a person who has lost them; that person's sessions, trusted browsers and API keys end",
    access: 'users.resetTwoFactor',
    params: z.strictObject({ id }),
    errors: ['user.rank_too_low', 'user.self_forbidden', 'two_factor.not_set_up', 'enforcement.last_person'],
  },
});
