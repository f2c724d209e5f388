import type { Translation } from '../../../platform/messages/translation.ts';
import type { providersEs } from './providers.es.ts';

export const providersEn = {
  title: 'Linked accounts',
  description: 'Other ways to sign in besides your password.',
  list: 'Linked accounts',
  none: 'No other providers are set up on this server.',
  loading: 'Loading linked accounts',
  notLinked: 'Not linked',
  linked: 'Linked on {date}',
  linkedAs: '{email} · linked on {date}',
  notConfigured: 'This server no longer accepts it for signing in.',
  link: 'Link',
  linkOne: 'Link {provider}',
  linkTitle: 'Link your {provider} account',
  linkText: 'We’ll take you to {provider} to confirm that it’s yours.',
  go: 'Continue',
  unlink: 'Unlink',
  unlinkOne: 'Unlink {provider}',
  lastWayIn: 'This is your only way to sign in. Set a password or link another account first.',
  confirmUnlink: 'Unlink your {provider} account?',
  unlinkConsequence: 'You won’t be able to sign in with it anymore.',
  unlinked: 'Account unlinked',
  password: {
    name: 'Password',
    missing: 'You don’t have a password',
    set: 'Set password',
    sent: 'We’ve sent you a link to set your password',
  },
} as const satisfies Translation<typeof providersEs>;
