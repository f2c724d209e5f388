import { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_MIN, TOKEN_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';
import { enteredSchema, sessionSchema } from './session.ts';
import { email, name, text } from './shapes.ts';

export const newPassword = text(PASSWORD_MAX).min(PASSWORD_MIN);
const token = text(TOKEN_MAX).min(1);

export const accountRoutes = defineRoutes({
  register: {
    method: 'POST',
    path: '/api/accounts',
    summary: 'Create an account; never tells whether one exists while e-mail verification is on',
    access: 'public',
    body: z.strictObject({ first_name: name(), last_name: name(), email, password: newPassword }),
    /** `session` null: a mail was sent, whose link is awaited; otherwise the session cookie is set. */
    response: enteredSchema,
    status: 202,
    errors: ['account.already_registered', 'account.common_password', 'request.rate_limited'],
  },
  verifyEmail: {
    method: 'POST',
    path: '/api/accounts/verification',
    summary: 'Prove an e-mail address with the token of the mail: the account is made, and signed in',
    access: 'public',
    /** The rest is required where another browser has filled in the form: nothing of it is taken over then. */
    body: z.strictObject({
      token,
      first_name: name().optional(),
      last_name: name().optional(),
      password: newPassword.optional(),
    }),
    response: z.object({ session: sessionSchema }),
    errors: [
      'sso.required',
      'account.verification_invalid',
      'account.password_needed',
      'account.common_password',
      'request.rate_limited',
    ],
  },
  resendVerification: {
    method: 'POST',
    path: '/api/accounts/verification-mails',
    summary: 'Send the verification mail again; always answers the same',
    access: 'public',
    body: z.strictObject({ email }),
    status: 202,
    errors: ['request.rate_limited'],
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/password-resets',
    summary: 'Mail a link to set a new password; always answers the same',
    access: 'public',
    body: z.strictObject({ email }),
    status: 202,
    errors: ['request.rate_limited'],
  },
  checkPasswordReset: {
    method: 'POST',
    path: '/api/password-resets/check',
    summary: 'The state of a reset link; consumes nothing',
    access: 'public',
    body: z.strictObject({ token }),
    response: z.object({ state: z.enum(['valid', 'expired', 'used', 'invalid']) }),
    errors: ['request.rate_limited'],
  },
  completePasswordReset: {
    method: 'POST',
    path: '/api/password-resets/complete',
    summary:
      'Set a new password with the token of the mail; ends every session, trusted browser and API key of the account',
    access: 'public',
    body: z.strictObject({ token, password: newPassword }),
    errors: ['account.reset_invalid', 'account.common_password', 'request.rate_limited', 'sso.required'],
  },
  changePassword: {
    method: 'PUT',
    path: '/api/profile/password',
    summary:
      "Change one's own password with the current one; ends the other sessions, trusted browsers and, unless said otherwise, API keys",
    access: 'signed_in',
    withoutSecondFactor: true,
    body: z.strictObject({
      current_password: text(PASSWORD_MAX).min(1),
      password: newPassword,
      end_api_keys: z.boolean().default(true),
    }),
    errors: ['account.wrong_password', 'account.common_password', 'request.rate_limited', 'sso.required'],
  },
});
