import type { Translation } from '../platform/messages/translation.ts';
import type { undoEs } from './undo.es.ts';

export const undoEn = {
  undo: 'Undo',
  undone: '{count, plural, one {Change undone} other {# changes undone}}',
  some: '{undone, plural, one {# change undone} other {# changes undone}}; {refused, plural, one {# could not be} other {# could not be}}',
  none: 'The change could not be undone',
  refusal: '{name}: {reason}',
} as const satisfies Translation<typeof undoEs>;
