import type { Translation } from '../../platform/messages/translation.ts';
import type { changesEs } from './changes.es.ts';

export const changesEn = {
  title: 'Change under way',
  body: 'You can go on working: we tell you when it is done.',
  progress: 'Progress',
  ofTotal: '{processed} of {total}',
  cancel: 'Cancel',
  canceled: 'Change canceled',
  canceledBody: 'Nothing was changed.',
} as const satisfies Translation<typeof changesEs>;
