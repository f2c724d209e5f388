import type { Translation } from '../../../../platform/messages/translation.ts';
import type { entryProblemEs } from './entry-problem.es.ts';

export const entryProblemEn = {
  refused: 'You couldn’t sign in with your company',
  required: 'Sign in through your company',
  problems: {
    sso: {
      failed: 'Your company didn’t confirm who you are. Try again.',
      unreachable: 'Your company’s sign-in isn’t responding. Try again later, or tell an administrator.',
      address_refused: 'Your company’s sign-in isn’t set up correctly. Tell an administrator.',
      no_email: 'Your company didn’t tell us your email. Tell an administrator.',
      foreign_email:
        'The email your company gave us isn’t on any of its verified domains. Tell an administrator.',
      other_person: 'You can’t sign in this way. Ask an administrator of your company to invite you.',
      account_closed: 'Your access is deactivated. Talk to an administrator of your company.',
      required:
        'Your company requires its single sign-on: a password, a passkey or another provider doesn’t open your account.',
    },
    organization: {
      seats_full:
        'Your company has no free seats. We’ve told its administrators: try again when there is one.',
      domain_not_allowed: 'Your company doesn’t accept emails like yours here. Tell an administrator.',
    },
  },
} as const satisfies Translation<typeof entryProblemEs>;
