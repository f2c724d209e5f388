import type { Translation } from '../../../platform/messages/translation.ts';
import type { passwordsEs } from './passwords.es.ts';

export const passwordsEn = {
  rule: 'At least {min} characters. A long phrase is safest.',
  strength: 'Password strength',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
} as const satisfies Translation<typeof passwordsEs>;
