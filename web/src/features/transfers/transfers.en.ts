import type { Translation } from '../../platform/messages/translation.ts';
import type { transfersEs } from './transfers.es.ts';

export const transfersEn = {
  title: 'Exports',
  subtitle: 'The files that you have asked for. Each can be downloaded for 7 days, by you alone.',
  table: 'Your exports',
  loading: 'Loading your exports',
  loadFailed: 'Your exports could not be loaded',
  retry: 'Try again',
  empty: 'You have not exported anything yet',
  emptyBody: 'The Export button is on the lists of users, companies and tickets.',
  columns: { what: 'Data', state: 'State', rows: 'Rows', asked: 'Asked for', actions: 'Actions' },
  resources: { users: 'Users', organizations: 'Companies', tickets: 'Tickets' },
  states: {
    queued: 'Waiting',
    running: 'Under way',
    done: 'Ready',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  progress: 'Progress of {name}',
  ofTotal: '{processed} of {total}',
  download: 'Download',
  cancel: 'Cancel',
  canceled: 'Export canceled',
  expires: 'Until {date}',
  pages: {
    label: 'Pages of exports',
    previous: 'Previous page',
    next: 'Next page',
    page: 'Page {page}',
    range: 'Showing {from} to {to} of {total} items',
  },
} as const satisfies Translation<typeof transfersEs>;
