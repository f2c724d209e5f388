import type { Translation } from '../../platform/messages/translation.ts';
import type { undoEs } from './undo.es.ts';

export const undoEn = {
  undo: 'Undo',
  undone: '{count, plural, one {Change undone} other {# changes undone}}',
  some: '{undone, plural, one {# change undone} other {# changes undone}}; {refused, plural, one {# couldn’t be undone} other {# couldn’t be undone}}',
  begun: 'Undoing changes',
  begunBody:
    '{count, plural, one {# to go} other {# to go}}. You can keep working. We’ll let you know when it’s done.',
  none: 'Couldn’t undo the change',
  retry: 'Try again',
  refusal: '{name}: {reason}',
} as const satisfies Translation<typeof undoEs>;
