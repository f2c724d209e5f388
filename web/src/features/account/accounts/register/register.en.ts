import type { Translation } from '../../../../platform/messages/translation.ts';
import type { registerEs } from './register.es.ts';

export const registerEn = {
  title: 'Create account',
  subtitle: 'Just a few details to get you into the panel.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  passwordPlaceholder: 'At least 8 characters',
  confirmation: 'Confirm password',
  submit: 'Create account',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  back: 'Back to sign-in',
  firstNameMissing: 'First name is required',
  lastNameMissing: 'Last name is required',
  emailMissing: 'Email is required',
  emailInvalid: 'Enter a valid email',
  passwordShort: 'Password must be at least 8 characters',
  mismatch: 'Passwords don’t match',
  failed: 'Couldn’t create your account',
  failedUnexpectedly: 'Something went wrong while creating your account',
  createdAwaiting: 'Account created! Check your email to confirm your registration.',
  created: 'Account created!',
  awaiting: {
    title: 'Check your email',
    text: 'We’ve sent a link to {email}. Open it to confirm your registration. It may take a few minutes; check your spam folder too.',
    resend: 'Resend email',
    resent: 'If that account still needs confirming, we’ve sent a new email.',
  },
} as const satisfies Translation<typeof registerEs>;
