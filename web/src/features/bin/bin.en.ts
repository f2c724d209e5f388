import type { Translation } from '../../platform/messages/translation.ts';
import { binWayEn } from './bin-way.en.ts';
import type { binEs } from './bin.es.ts';

export const binEn = {
  title: binWayEn.bin,
  description: 'Deleted items are kept for 30 days, then deleted permanently.',
  plansDescription: 'Deleted plans are kept and can always be restored.',
  search: 'Search the trash',
  loading: 'Loading trash',
  loadFailed: 'Couldn’t load the trash',
  empty: 'The trash is empty',
  nothingFound: 'Nothing in the trash matches your search.',
  types: {
    user: 'User',
    organization: 'Company',
    ticket: 'Ticket',
    plan: 'Plan',
    canned_reply: 'Saved reply',
  },
  deletedBy: 'Deleted by {name}',
  nobody: 'the system',
  daysLeft: '{days, plural, =0 {deleted today} =1 {1 day left} other {# days left}}',
  stays: 'kept',
  restore: 'Restore',
  restoreNamed: 'Restore {name}',
  restored: '{name}: restored',
  purge: 'Delete permanently',
  purgeNamed: 'Delete {name} permanently',
  purged: '{name}: deleted permanently',
  purgeTitle: 'Permanently delete {name}?',
  purgeConsequence: {
    user: 'This deletes their profile and account. It can’t be undone.',
    organization: 'This deletes the company, its users, and their accounts. It can’t be undone.',
    ticket: 'This deletes the ticket and its conversation. It can’t be undone.',
  },
  pages: {
    label: 'Trash pages',
  },
} as const satisfies Translation<typeof binEs>;
