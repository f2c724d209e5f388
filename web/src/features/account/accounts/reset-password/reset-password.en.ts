import type { Translation } from '../../../../platform/messages/translation.ts';
import type { resetPasswordEs } from './reset-password.es.ts';

export const resetPasswordEn = {
  request: {
    title: 'Reset password',
    subtitle: 'We will send you a link to choose a new password.',
    email: 'Email',
    emailMissing: 'Email is required',
    emailInvalid: 'Enter a valid email',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sent: 'If there’s an account with that email, you’ll get a link in a few minutes. It expires in one hour.',
  },
  form: {
    title: 'Choose a new password',
    setupTitle: 'Set your password',
    subtitle: 'Saving it signs you out everywhere.',
    setupSubtitle: 'You’ll use it to sign in to your account.',
    password: 'New password',
    placeholder: 'At least 8 characters',
    confirmation: 'Confirm password',
    short: 'New password must be at least 8 characters',
    mismatch: 'Passwords don’t match',
    submit: 'Save password',
    saved: 'Password updated',
  },
  refused: {
    expired: {
      title: 'This link has expired',
      text: 'Links last one hour. Request a new one and use it before it expires.',
    },
    used: {
      title: 'This link has already been used',
      text: 'Each link works only once. If that wasn’t you, request a new one and change your password soon.',
    },
    invalid: {
      title: 'This link isn’t valid',
      text: 'Part of it may be missing. Request a new one to continue.',
    },
    renew: 'Send new link',
  },
  checking: 'Checking your link...',
  back: 'Back to sign-in',
  retry: 'Try again',
} as const satisfies Translation<typeof resetPasswordEs>;
