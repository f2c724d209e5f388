import type { Translation } from '../../../../platform/messages/translation.ts';
import type { secondFactorEs } from './second-factor.es.ts';

export const secondFactorEn = {
  code: 'Verification code',
  codeHint: 'The 6 digits of your app.',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten that you kept. Each works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use the code of the app',
  missing: 'Type the code',
  trust: 'Trust this device',
  trustHint: 'This browser will not be asked again for 30 days.',
  submit: 'Verify',
  passkey: 'Use a passkey',
  givenUp: 'No passkey was used.',
  loading: 'Loading...',
  over: 'The sign-in has expired. Type your password again.',
  back: 'Back to sign-in',
} as const satisfies Translation<typeof secondFactorEs>;
