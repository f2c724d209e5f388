import type { Translation } from '../../../platform/messages/translation.ts';
import type { sessionsEs } from './sessions.es.ts';

export const sessionsEn = {
  label: 'Sessions',
  none: 'No open session.',
  on: '{browser} on {system}',
  unknown: 'Unknown device',
  current: 'This session',
  seen: 'Last seen: {moment}',
  end: 'End',
  endOne: 'End the session of {name}',
} as const satisfies Translation<typeof sessionsEs>;
