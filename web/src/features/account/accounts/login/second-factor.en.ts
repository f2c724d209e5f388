import type { Translation } from '../../../../platform/messages/translation.ts';
import type { secondFactorEs } from './second-factor.es.ts';

export const secondFactorEn = {
  code: 'Verification code',
  codeHint: 'The 6-digit code from your app.',
  recovery: 'Recovery code',
  recoveryHint: 'One of the ten codes you saved. Each works once.',
  useRecovery: 'Use a recovery code',
  useCode: 'Use a code from your app',
  missing: 'Enter the code',
  trust: 'Trust this device',
  trustHint: 'We won’t ask again in this browser for 30 days.',
  submit: 'Verify',
  passkey: 'Use a passkey',
  givenUp: 'The passkey wasn’t used.',
  loading: 'Loading...',
  over: 'Your sign-in has expired. Enter your password again.',
  back: 'Back to sign-in',
} as const satisfies Translation<typeof secondFactorEs>;
