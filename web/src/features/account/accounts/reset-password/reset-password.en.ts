import type { Translation } from '../../../../platform/messages/translation.ts';
import type { resetPasswordEs } from './reset-password.es.ts';

export const resetPasswordEn = {
  request: {
    title: 'Reset password',
    subtitle: 'We will send you a link to choose a new password.',
    email: 'Email',
    emailMissing: 'The email is required',
    emailInvalid: 'Please enter a valid email',
    submit: 'Send link',
    sentTitle: 'Check your mail',
    sent: 'If there is an account with that email, you will get a link in a few minutes. It expires in one hour.',
  },
  form: {
    title: 'Choose a new password',
    setupTitle: 'Set your password',
    subtitle: 'Saving it ends all your open sessions.',
    setupSubtitle: 'With it you can enter your account.',
    password: 'New password',
    placeholder: 'At least 8 characters',
    confirmation: 'Confirm password',
    short: 'The new password must have at least 8 characters',
    mismatch: 'The passwords do not match',
    submit: 'Save password',
    saved: 'Password updated',
  },
  refused: {
    expired: {
      title: 'The link has expired',
      text: 'Links last one hour. Ask for another and use it before it expires.',
    },
    used: {
      title: 'The link has already been used',
      text: 'Each link works once. If it was not you, ask for another and change your password soon.',
    },
    invalid: {
      title: 'The link is not valid',
      text: 'It may have been copied only in part. Ask for another to continue.',
    },
    renew: 'Send a new link',
  },
  checking: 'Checking the link...',
  back: 'Back to sign-in',
  retry: 'Try again',
} as const satisfies Translation<typeof resetPasswordEs>;
