import type { Translation } from '../../platform/messages/translation.ts';
import type { binEs } from './bin.es.ts';

export const binEn = {
  title: 'Bin',
  description: 'What is deleted is kept for 30 days, and then gone for good.',
  loading: 'Loading the bin',
  loadFailed: 'The bin could not be loaded',
  empty: 'The bin is empty',
  types: { user: 'User', organization: 'Company', ticket: 'Ticket' },
  deletedBy: 'Deleted by {name}',
  nobody: 'the system',
  daysLeft: '{days, plural, =0 {goes today} =1 {1 day left} other {# days left}}',
  restore: 'Restore',
  restoreNamed: 'Restore {name}',
  restored: '{name}: restored',
  purge: 'Delete for good',
  purgeNamed: 'Delete {name} for good',
  purged: '{name}: deleted for good',
  purgeTitle: 'Delete {name} for good?',
  purgeConsequence: {
    user: 'Their profile and their account are deleted. This cannot be undone.',
    organization: 'The company, its people and their accounts are deleted. This cannot be undone.',
    ticket: 'The ticket and its conversation are deleted. This cannot be undone.',
  },
  pages: {
    label: 'Pages of the bin',
    previous: 'Previous page',
    next: 'Next page',
    page: 'Page {page}',
    range: 'Showing {from} to {to} of {total} items',
  },
} as const satisfies Translation<typeof binEs>;
