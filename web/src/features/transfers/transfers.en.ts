import type { Translation } from '../../platform/messages/translation.ts';
import type { transfersEs } from './transfers.es.ts';

export const transfersEn = {
  title: 'Import and export',
  subtitle:
    'The files that you have asked for can be downloaded for 7 days; what was imported can be undone for 30.',
  table: 'Your imports and exports',
  loading: 'Loading your imports and exports',
  loadFailed: 'Your imports and exports could not be loaded',
  retry: 'Try again',
  empty: 'You have not imported or exported anything yet',
  emptyBody: 'The Import and Export buttons are on the lists of users, companies and tickets.',
  columns: { what: 'Data', state: 'State', rows: 'Rows', asked: 'Date', actions: 'Actions' },
  kinds: { export: 'Export', import: 'Import' },
  imported: '{applied} imported, {invalid} wrong',
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
  canceled: 'Canceled',
  expires: 'Until {date}',
  pages: {
    label: 'Pages of imports and exports',
    previous: 'Previous page',
    next: 'Next page',
    page: 'Page {page}',
    range: 'Showing {from} to {to} of {total} items',
  },
} as const satisfies Translation<typeof transfersEs>;
