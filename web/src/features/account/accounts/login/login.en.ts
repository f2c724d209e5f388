import { roleNamesEn } from '@atalaya/contract/role-texts.en';
import type { Translation } from '../../../../platform/messages/translation.ts';
import type { loginEs } from './login.es.ts';

export const loginEn = {
  title: 'Sign in',
  subtitle: 'Access your organization’s admin panel.',
  email: 'Email',
  emailPlaceholder: 'name@company.com',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in...',
  forgotten: 'Forgot your password?',
  noAccount: 'Don’t have an account?',
  register: 'Create account',
  secondFactorTitle: 'Two-step verification',
  secondFactorSubtitle: 'Your password is correct. Just one more step.',
  passkey: 'Sign in with a passkey',
  passkeyGivenUp: 'The passkey wasn’t used.',
  orWith: 'or continue with',
  continueWith: 'Continue with {provider}',
  providerSoon: '{provider} sign-in is coming soon',
  fieldsMissing: 'Fill in all fields',
  welcome: 'Welcome!',
  failed: 'Couldn’t sign in',
  failedUnexpectedly: 'Something went wrong while signing in',
  resend: 'Resend email',
  resent: 'If that account still needs confirming, we’ve sent a new email.',
  tooManyHint: 'If this is your account, request an email link to sign in from here.',
  tooManyLink: 'Request a link',
  development: {
    title: 'Development mode',
    hint: 'Demo accounts. This box doesn’t appear in production.',
    account: 'Test user',
    choose: 'Select a user',
    quick: 'Quick login',
    seed: 'Create development users',
    seeded:
      '{count, plural, =0 {Development users already exist} one {1 development user created} other {# development users created}}',
    failed: 'We couldn’t load the accounts.',
    retry: 'Try again',
    roles: roleNamesEn,
  },
} as const satisfies Translation<typeof loginEs>;
