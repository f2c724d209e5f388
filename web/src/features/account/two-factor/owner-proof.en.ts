import type { Translation } from '../../../platform/messages/translation.ts';
import type { ownerProofEs } from './owner-proof.es.ts';

export const ownerProofEn = {
  password: 'Current password',
  passwordMissing: 'Type your current password',
  code: 'Code of the app, or recovery code',
  codeMissing: 'Type the code',
  passkey: 'When you continue, your browser will ask for a passkey.',
  usePasskey: 'Use a passkey',
  useCode: 'Use a code',
  givenUp: 'No passkey was used.',
} as const satisfies Translation<typeof ownerProofEs>;
