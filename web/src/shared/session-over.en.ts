import type { Translation } from '../platform/messages/translation.ts';
import type { sessionOverEs } from './session-over.es.ts';

export const sessionOverEn = {
  title: 'Your session has ended',
  text: 'What you typed is kept. Sign in in another tab and come back to this one to go on where you were.',
  signIn: 'Sign in in another tab',
  leave: 'Discard and leave',
} as const satisfies Translation<typeof sessionOverEs>;
