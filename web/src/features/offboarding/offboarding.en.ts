import { heldKindsEn } from '@atalaya/contract/offboarding-words.en';
import type { Translation } from '../../platform/messages/translation.ts';
import type { offboardingEs } from './offboarding.es.ts';

export const offboardingEn = {
  kinds: heldKindsEn,
  offboard: 'Offboard',
  onlyChosen: 'To offboard people, choose them one by one',
  title: '{count, plural, one {Offboard} other {Offboard # people}}',
  consequence:
    'They lose their access right now and become inactive. Nothing that ends comes back, not even when they are activated again. {count, plural, one {A signed receipt is kept.} other {A signed receipt is kept of each.}}',
  people: 'People',
  inactive: 'Inactive',
  held: 'What will end',
  nothing: 'They hold nothing that has to end.',
  counted: '{kind}: {count}',
  more: '{count} more',
  loading: 'Reading what each person holds',
  heirHint: 'Gets the unresolved tickets of those who leave. With nobody, they are left unassigned.',
  reason: 'Reason',
  reasonHint: 'Optional. It is on the receipt.',
  failed: 'Error offboarding',
  loadFailed: 'What each person holds could not be loaded.',
  gone: {
    title: 'Person not available',
    text: '{count, plural, one {This person is no longer available.} other {Some of these people are no longer available.}}',
    all: 'See all users',
  },
  close: 'Close',
  done: {
    title: '{count, plural, one {Offboarded} other {# people offboarded}}',
    description:
      '{count, plural, one {The receipt says what they held, what ended, and when, and it is signed. It is also found when editing the user.} other {Each receipt says what the person held, what ended, and when, and it is signed. They are also found when editing each user.}}',
  },
  receipts: {
    title: 'Offboarding receipts',
    when: '{moment}, by {name}',
    pdf: 'Download PDF',
    json: 'Download JSON',
    pdfOf: 'Download PDF: {what}',
    jsonOf: 'Download JSON: {what}',
  },
} as const satisfies Translation<typeof offboardingEs>;
