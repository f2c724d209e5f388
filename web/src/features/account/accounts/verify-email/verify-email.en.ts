import type { Translation } from '../../../../platform/messages/translation.ts';
import type { verifyEmailEs } from './verify-email.es.ts';

export const verifyEmailEn = {
  title: 'Confirm your email',
  text: 'One last step: confirm that this address is yours.',
  submit: 'Confirm email',
  chooseTitle: 'Finish your registration',
  chooseText:
    'You started registering in a different browser. To make sure the account is yours alone, enter your name and choose a new password here.',
  firstName: 'First name',
  lastName: 'Last name',
  firstNameMissing: 'First name is required',
  lastNameMissing: 'Last name is required',
  password: 'Password',
  passwordPlaceholder: 'At least 8 characters',
  confirmation: 'Confirm password',
  passwordShort: 'Password must be at least 8 characters',
  mismatch: 'Passwords don’t match',
  save: 'Save and sign in',
  welcome: 'Welcome!',
  invalidTitle: 'This link isn’t valid',
  invalidText: 'It has expired or already been used. If your account is already confirmed, sign in.',
  signIn: 'Sign in',
} as const satisfies Translation<typeof verifyEmailEs>;
