import type { Translation } from '../../../platform/messages/translation.ts';
import type { accessReviewEs } from './access-review.es.ts';

export const accessReviewEn = {
  title: 'Review who can get into your account',
  text: 'You reset your password on {date}. We signed you out everywhere and revoked your trusted browsers and API keys.',
  failedTitle: 'Sign-in methods',
  loadFailed: 'We couldn’t load your sign-in methods.',
  ways: 'These were added in the 30 days before the reset, or since. Remove any you don’t recognize.',
  list: 'Recently added sign-in methods',
  none: 'Nothing else was added in the 30 days before the reset, or since.',
  passkey: 'Passkey “{name}”',
  provider: '{provider} account',
  providerOf: '{provider} account ({email})',
  app: 'Authenticator app',
  api_key: 'API key “{name}”',
  made: 'Added on {moment}',
  madeWith: 'Added on {moment} from {device}',
  madeFrom: 'Added on {moment} from {device}, {ip}',
  drop: 'Remove',
  dropOne: 'Remove {name}',
  dropTitle: 'Remove this sign-in method?',
  dropText: '{name}. It will no longer give access to your account.',
  dropped: 'Sign-in method removed',
  done: 'I’ve reviewed these',
} as const satisfies Translation<typeof accessReviewEs>;
