import type { Translation } from '../../platform/messages/translation.ts';
import type { agesEs } from './ages.es.ts';

export const agesEn = {
  now: 'Less than 1 hour ago',
  hours: '{count, plural, one {1 hour ago} other {# hours ago}}',
  days: '{count, plural, one {1 day ago} other {# days ago}}',
} as const satisfies Translation<typeof agesEs>;
