import type { Translation } from '../../platform/messages/translation.ts';
import type { consentEs } from './consent.es.ts';

export const consentEn = {
  title: 'Connect an assistant',
  subtitle: '{client} wants to act on your behalf.',
  loading: 'Loading the request',
  client: 'Assistant',
  unproven: 'That’s what it calls itself. No one has verified it.',
  host: 'Access is sent to',
  local: 'An app on this device.',
  organization: 'Company',
  all: 'All companies',
  account: 'Your account',
  lifetime: 'Ends in',
  days: '{days, plural, one {# day} other {# days}}',
  scopesMissing: 'Choose at least one permission',
  nothing: 'You don’t have any of the permissions it asks for.',
  limits: 'It can never do more than you can. You can end it at any time in My profile.',
  allow: 'Allow',
  deny: 'Don’t allow',
  failed: 'The assistant couldn’t be connected',
  invalidTitle: 'This request isn’t valid',
  invalid: 'Start again from the assistant. The address that brought you here isn’t complete.',
  unknown:
    'This assistant isn’t registered here, or it wants access sent somewhere other than where it registered.',
  off: 'Your company doesn’t allow assistants. An administrator can turn them on in Settings.',
  retry: 'Try again',
  profile: 'Go to My profile',
} satisfies Translation<typeof consentEs>;
