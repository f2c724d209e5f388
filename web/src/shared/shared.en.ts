import type { Translation } from '../platform/messages/translation.ts';
import type { sharedEs } from './shared.es.ts';

export const sharedEn = {
  awaitsNetwork: 'You’re offline. What is missing will load by itself once you’re back online.',
  request: 'Request ID: {id}',
  language: { label: 'Language', es: 'Español', en: 'English' },
  password: { show: 'Show password', hide: 'Hide password' },
} as const satisfies Translation<typeof sharedEs>;
