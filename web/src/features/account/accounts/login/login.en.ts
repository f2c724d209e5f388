import { roleNamesEn } from '@atalaya/contract/role-texts.en';
import type { Translation } from '../../../../platform/messages/translation.ts';
import type { loginEs } from './login.es.ts';

export const loginEn = {
  title: 'Sign in',
  subtitle: 'Enter your organization’s administration panel.',
  email: 'Email',
  emailPlaceholder: 'name@company.com',
  password: 'Password',
  submit: 'SIGN IN',
  submitting: 'Signing in...',
  forgotten: 'Forgot your password?',
  noAccount: 'No account yet?',
  register: 'Create account',
  secondFactorTitle: 'Two-step verification',
  secondFactorSubtitle: 'Your password is right. One more step.',
  passkey: 'Sign in with a passkey',
  passkeyGivenUp: 'No passkey was used.',
  orWith: 'or continue with',
  continueWith: 'Continue with {provider}',
  providerSoon: '{provider} sign-in is coming soon',
  fieldsMissing: 'Please fill in all fields',
  welcome: 'Welcome to the system!',
  failed: 'Could not sign in',
  failedUnexpectedly: 'Unexpected error while signing in',
  resend: 'Send again',
  resent: 'If the account exists and awaits confirmation, we have sent you a new mail.',
  tooManyHint: 'If it is your account, ask for a link by mail: with it you can sign in from here.',
  tooManyLink: 'Ask for the link',
  development: {
    title: 'Development mode',
    hint: 'Demonstration accounts. This box does not exist in production.',
    account: 'Test user',
    choose: 'Choose a user',
    quick: 'Quick login',
    seed: 'Create development users',
    seeded:
      '{count, plural, =0 {The development users already exist} one {1 development user created} other {# development users created}}',
    failed: 'The accounts could not be loaded.',
    retry: 'Try again',
    roles: roleNamesEn,
  },
} as const satisfies Translation<typeof loginEs>;
