import type { Translation } from '../platform/messages/translation.ts';
import type { sessionOverEs } from './session-over.es.ts';

export const sessionOverEn = {
  title: 'Your session has ended',
  text: 'What you typed is kept. Sign in on another tab, then come back here to pick up where you left off.',
  signIn: 'Sign in on another tab',
  leave: 'Discard and leave',
} as const satisfies Translation<typeof sessionOverEs>;
