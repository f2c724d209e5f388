import type { Translation } from '../../platform/messages/translation.ts';
import type { verifyEmailEs } from './verify-email.es.ts';

export const verifyEmailEn = {
  title: 'Confirm your email',
  text: 'One last step: confirm that this address is yours to enter the panel.',
  submit: 'Confirm email',
  welcome: 'Welcome to the system!',
  invalidTitle: 'The link is not valid',
  invalidText: 'It has expired or was already used. If your account is confirmed already, sign in.',
  signIn: 'Sign in',
} as const satisfies Translation<typeof verifyEmailEs>;
