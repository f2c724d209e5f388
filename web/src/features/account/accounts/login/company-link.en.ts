import type { Translation } from '../../../../platform/messages/translation.ts';
import type { companyLinkEs } from './company-link.es.ts';

export const companyLinkEn = {
  go: 'Continue with your company’s sign-in',
  enter: 'Sign in through your company',
} as const satisfies Translation<typeof companyLinkEs>;
