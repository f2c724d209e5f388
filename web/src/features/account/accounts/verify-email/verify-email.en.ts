import type { Translation } from '../../../../platform/messages/translation.ts';
import type { verifyEmailEs } from './verify-email.es.ts';

export const verifyEmailEn = {
  title: 'Confirm your email',
  text: 'One last step: confirm that this address is yours to enter the panel.',
  submit: 'Confirm email',
  chooseTitle: 'Finish your registration',
  chooseText:
    'This is not the browser in which the form was filled in. So that nothing of your account is somebody else’s, enter your name here and choose a new password.',
  firstName: 'First name',
  lastName: 'Last name',
  firstNameMissing: 'The first name is required',
  lastNameMissing: 'The last name is required',
  password: 'Password',
  passwordPlaceholder: 'At least 8 characters',
  confirmation: 'Confirm password',
  passwordShort: 'The password must have at least 8 characters',
  mismatch: 'The passwords do not match',
  save: 'Save and enter',
  welcome: 'Welcome to the system!',
  invalidTitle: 'The link is not valid',
  invalidText: 'It has expired or was already used. If your account is confirmed already, sign in.',
  signIn: 'Sign in',
} as const satisfies Translation<typeof verifyEmailEs>;
