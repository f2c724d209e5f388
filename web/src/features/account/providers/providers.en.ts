import type { Translation } from '../../../platform/messages/translation.ts';
import type { providersEs } from './providers.es.ts';

export const providersEn = {
  title: 'Linked accounts',
  description: 'What you can sign in with besides your password.',
  list: 'Linked accounts',
  none: 'This server is not set up for any other provider.',
  loading: 'Loading the linked accounts',
  notLinked: 'Not linked',
  linked: 'Linked on {date}',
  linkedAs: '{email} · linked on {date}',
  notConfigured: 'This server does not accept it for signing in any more.',
  link: 'Link',
  linkOne: 'Link {provider}',
  linkTitle: 'Link your {provider} account',
  linkText: 'We will take you to {provider} to confirm that it is yours.',
  go: 'Continue',
  unlink: 'Unlink',
  unlinkOne: 'Unlink {provider}',
  lastWayIn: 'It is your only way in: set a password or link another account first.',
  confirmUnlink: 'Unlink your {provider} account?',
  unlinkConsequence: 'You will no longer be able to sign in with it.',
  unlinked: 'Account unlinked',
  password: {
    name: 'Password',
    missing: 'You have no password',
    set: 'Set a password',
    sent: 'We have sent you a link to set your password',
  },
} as const satisfies Translation<typeof providersEs>;
