import type { Translation } from '../../platform/messages/translation.ts';
import type { binWayEs } from './bin-way.es.ts';

export const binWayEn = {
  bin: 'Trash',
  undoable: 'You can undo this from',
  undoableFor: 'You can undo this for {days, plural, one {# day} other {# days}} from',
  fromBin: 'the trash',
} as const satisfies Translation<typeof binWayEs>;
