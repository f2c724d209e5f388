import type { Translation } from '../../../platform/messages/translation.ts';
import type { accessReviewEs } from './access-review.es.ts';

export const accessReviewEn = {
  title: 'Look through who can enter your account',
  text: 'You reset your password on {date}. All your sessions, trusted browsers and API keys have ended.',
  failedTitle: 'Ways into your account',
  loadFailed: 'The ways into your account could not be loaded.',
  ways: 'These ways in were made in the 30 days before, or since. Remove those that are not yours.',
  list: 'Ways in that were made lately',
  none: 'No other way in was made in the 30 days before, nor since.',
  passkey: 'Passkey “{name}”',
  provider: '{provider} account',
  providerOf: '{provider} account ({email})',
  app: 'Authenticator app',
  api_key: 'API key “{name}”',
  made: 'Made on {moment}',
  madeWith: 'Made on {moment} with {device}',
  madeFrom: 'Made on {moment} with {device}, {ip}',
  drop: 'Remove',
  dropOne: 'Remove: {name}',
  dropTitle: 'Remove this way in?',
  dropText: '{name}. Your account can no longer be entered with it.',
  dropped: 'It is no way in any more',
  done: 'I have looked through them',
} as const satisfies Translation<typeof accessReviewEs>;
