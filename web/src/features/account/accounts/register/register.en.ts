import type { Translation } from '../../../../platform/messages/translation.ts';
import type { registerEs } from './register.es.ts';

export const registerEn = {
  title: 'Create account',
  subtitle: 'A few details and you can enter the panel.',
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
  firstNameMissing: 'The first name is required',
  lastNameMissing: 'The last name is required',
  emailMissing: 'The email is required',
  emailInvalid: 'Please enter a valid email',
  passwordShort: 'The password must have at least 8 characters',
  mismatch: 'The passwords do not match',
  failed: 'Could not create the account',
  failedUnexpectedly: 'Unexpected error while creating the account',
  createdAwaiting: 'Account created! Check your email to confirm your registration.',
  created: 'Account created!',
  awaiting: {
    title: 'Check your mail',
    text: 'We have sent a link to {email}. Open it to confirm your registration. It can take a few minutes; look in the spam folder too.',
    resend: 'Send again',
    resent: 'If that account awaits confirmation, we have sent you a new mail.',
  },
} as const satisfies Translation<typeof registerEs>;
