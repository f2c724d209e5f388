import type { Translation } from '../../../platform/messages/translation.ts';
import type { readOnlyEs } from './read-only.es.ts';

export const readOnlyEn = {
  text: 'Your organization’s subscription allows no changes, billing data and tickets aside.',
} as const satisfies Translation<typeof readOnlyEs>;
