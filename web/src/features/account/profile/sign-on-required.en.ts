import type { Translation } from '../../../platform/messages/translation.ts';
import type { signOnRequiredEs } from './sign-on-required.es.ts';

export const signOnRequiredEn = {
  title: 'You sign in through your company',
  text: 'Your company requires its single sign-on. A password or the account of another provider does not open your session, so they are not changed or linked here.',
  passkeys:
    'Your passkeys prove that you are yourself. They open a session only if you have emergency access.',
} as const satisfies Translation<typeof signOnRequiredEs>;
