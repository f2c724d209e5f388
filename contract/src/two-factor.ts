import { z } from 'zod';
import { CODE_MAX, PASSWORD_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { sessionSchema } from './session.ts';
import { id, instant, text } from './shapes.ts';

/** The own password once more; left out only by accounts that have none, which must have signed in just now. */
export const ownPassword = text(PASSWORD_MAX).min(1).optional();
/** Of an authenticator app, or a recovery code. */
const code = text(CODE_MAX).min(1);

/** Ten codes that are shown this once; null where the account has codes from an earlier factor. */
export const recoveryCodes = z.array(z.string());

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
    errors: ['two_factor.challenge_over', 'two_factor.wrong_code', 'request.rate_limited'],
  },
  readTwoFactor: {
    method: 'GET',
    path: '/api/profile/two-factor',
    summary: "One's own second factors",
    access: 'profile.read',
    response: z.object({
      /** Since when codes of an app are asked for; null: they are not. */
      app_since: instant.nullable(),
      recovery_codes_left: z.int(),
      /** Whether the account has a password to confirm changes with. */
      has_password: z.boolean(),
    }),
  },
  startTwoFactor: {
    method: 'POST',
    path: '/api/profile/two-factor',
    summary: 'Begin with an authenticator app: its secret, to be confirmed by a first code',
    access: 'profile.update',
    body: z.strictObject({ password: ownPassword }),
    /** `secret` in base32; `qr` is an SVG. */
    response: z.object({ secret: z.string(), qr: z.string() }),
    errors: ['account.wrong_password', 'two_factor.sign_in_again', 'two_factor.already_on'],
  },
  confirmTwoFactor: {
    method: 'POST',
    path: '/api/profile/two-factor/confirmation',
    summary: 'Turn the authenticator app on with its first code',
    access: 'profile.update',
    body: z.strictObject({ code }),
    response: z.object({ recovery_codes: recoveryCodes.nullable(), session: sessionSchema }),
    errors: ['two_factor.wrong_code', 'two_factor.not_started', 'request.rate_limited'],
  },
  disableTwoFactor: {
    method: 'POST',
    path: '/api/profile/two-factor/removal',
    summary: 'Turn the authenticator app off with the password and a code',
    access: 'profile.update',
    body: z.strictObject({ password: ownPassword, code }),
    response: z.object({ session: sessionSchema }),
    errors: [
      'account.wrong_password',
      'two_factor.sign_in_again',
      'two_factor.wrong_code',
      'two_factor.not_set_up',
      'request.rate_limited',
    ],
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/profile/two-factor/recovery-codes',
    summary: 'Ten new recovery codes; the old ones end',
    access: 'profile.update',
    body: z.strictObject({ password: ownPassword }),
    response: z.object({ recovery_codes: recoveryCodes }),
    errors: ['account.wrong_password', 'two_factor.sign_in_again', 'two_factor.not_set_up'],
  },
  resetUserTwoFactor: {
    method: 'DELETE',
    path: '/api/users/{id}/two-factor',
    summary: "Take all second factors from a person who has lost them, and end that person's sessions",
    access: 'users.resetTwoFactor',
    params: z.strictObject({ id }),
    errors: ['user.rank_too_low', 'user.self_forbidden', 'two_factor.not_set_up'],
  },
});
