import type { Translation } from '../platform/messages/translation.ts';
import type { refusedEs } from './refused.es.ts';

export const refusedEn = {
  title: '{count, plural, one {# can’t be changed} other {# can’t be changed}}',
  nothing: 'Nothing has changed yet.',
  row: '{name}: {reason}',
  more: '{count, plural, one {And # more.} other {And # more.}}',
  goOn: '{count, plural, one {Continue with the other one} other {Continue with the other #}}',
  leave: 'Don’t change anything',
  understood: 'Got it',
} as const satisfies Translation<typeof refusedEs>;
