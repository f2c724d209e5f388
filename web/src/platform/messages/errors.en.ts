import type { errorsEs, fieldErrorsEs } from './errors.es.ts';
import type { Translation } from './translation.ts';

export const errorsEn = {
  request: {
    invalid: 'Check the marked fields.',
    too_large: 'What was sent is too large.',
    unsupported_media: 'This type of file is not accepted.',
    foreign_origin: 'The request came from another site and was refused.',
    rate_limited: 'Too many attempts. Wait a few minutes and try again.',
    not_found: 'What you are looking for does not exist.',
    method_not_allowed: 'This operation is not allowed.',
  },
  server: {
    failed: 'Unexpected server error. Try again.',
    unavailable: 'The server is not available right now. Try again in a few seconds.',
  },
  session: {
    required: 'Your session has ended. Sign in again.',
    forbidden: 'You are not allowed to do this.',
    two_factor_required: 'Your organization requires two-step verification: set it up to go on.',
  },
  account: {
    invalid_credentials: 'Wrong credentials. Check your email and password.',
    password_needed: 'Enter your name and choose a password to finish creating your account.',
    email_not_verified: 'Confirm your email before signing in: check your inbox.',
    already_registered: 'This email is already registered. Try signing in.',
    verification_invalid: 'The confirmation link is not valid or has expired.',
    reset_invalid: 'The password reset link is not valid or has expired.',
    wrong_password: 'The current password is not correct.',
    common_password: 'This password is too common. Choose another one.',
  },
  network: {
    offline: 'There is no connection to the server. What you typed is kept.',
    silent:
      'The server is not answering. If it was a change, check whether it was made before you repeat it.',
    unreadable: 'The server gave an answer that makes no sense.',
  },
} as const satisfies Translation<typeof errorsEs>;

export const fieldErrorsEn = {
  required: 'This field is required',
  too_short: 'It is too short',
  too_long: 'It is too long',
  too_small: 'The value is too small',
  too_big: 'The value is too big',
  invalid: 'The value is not valid',
  invalid_email: 'Please enter a valid email',
  unknown: 'This field is not accepted',
} as const satisfies Translation<typeof fieldErrorsEs>;
