import type { Translation } from '../platform/messages/translation.ts';
import type { sharedEs } from './shared.es.ts';

export const sharedEn = {
  language: { label: 'Language', es: 'Español', en: 'English' },
} as const satisfies Translation<typeof sharedEs>;
