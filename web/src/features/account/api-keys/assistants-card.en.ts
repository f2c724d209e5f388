import type { Translation } from '../../../platform/messages/translation.ts';
import type { assistantsCardEs } from './assistants-card.es.ts';

export const assistantsCardEn = {
  title: 'Connected assistants',
  description: 'They act on your behalf, with what you allowed.',
  of: 'In {organization} only.',
  ofAll: 'In all companies.',
  none: 'You haven’t connected any.',
  loading: 'Loading assistants',
} satisfies Translation<typeof assistantsCardEs>;
