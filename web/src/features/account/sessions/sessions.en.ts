import type { Translation } from '../../../platform/messages/translation.ts';
import type { sessionsEs } from './sessions.es.ts';

export const sessionsEn = {
  label: 'Sessions',
  none: 'No active sessions.',
  on: '{browser} on {system}',
  unknown: 'Unknown device',
  current: 'This session',
  seen: 'Last active: {moment}',
  end: 'Sign out',
  endOne: 'Sign out {name}',
} as const satisfies Translation<typeof sessionsEs>;
