import type { Translation } from '../platform/messages/translation.ts';
import type { sharedEs } from './shared.es.ts';

export const sharedEn = {
  language: { label: 'Language', es: 'Español', en: 'English' },
  password: {
    show: 'Show password',
    hide: 'Hide password',
    strength: 'Password strength',
    weak: 'Weak',
    fair: 'Fair',
    good: 'Good',
    strong: 'Strong',
  },
} as const satisfies Translation<typeof sharedEs>;
