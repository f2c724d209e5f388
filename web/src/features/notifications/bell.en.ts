import type { Translation } from '../../platform/messages/translation.ts';
import type { bellEs } from './bell.es.ts';

export const bellEn = {
  label: '{count, plural, =0 {Notifications} one {Notifications, # unread} other {Notifications, # unread}}',
} as const satisfies Translation<typeof bellEs>;
