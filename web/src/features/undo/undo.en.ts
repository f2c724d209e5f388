import type { Translation } from '../../platform/messages/translation.ts';
import type { undoEs } from './undo.es.ts';

export const undoEn = {
  undo: 'Undo',
  undone: '{count, plural, one {Change undone} other {# changes undone}}',
  some: '{undone, plural, one {# change undone} other {# changes undone}}; {refused, plural, one {# could not be} other {# could not be}}',
  begun: 'Undoing the changes',
  begunBody:
    '{count, plural, one {# to go} other {# to go}}. You can go on working: we tell you when it is done.',
  none: 'The change could not be undone',
  retry: 'Try again',
  refusal: '{name}: {reason}',
} as const satisfies Translation<typeof undoEs>;
