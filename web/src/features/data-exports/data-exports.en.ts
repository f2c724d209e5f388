import type { Translation } from '../../platform/messages/translation.ts';
import type { dataExportsEs } from './data-exports.es.ts';

export const dataExportsEn = {
  title: 'Export data',
  description:
    'Everything of the company in a zip: people, invoices, tickets with their files and the audit log, as CSV and JSON. Kept for 7 days.',
  begin: 'Export data',
  chooseCompany: 'Choose a company to export its data.',
  list: 'Exports',
  pages: 'Pages of the exports',
  states: {
    queued: 'Waiting',
    running: 'Running',
    done: 'Ready',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  internal: 'With internal notes',
  by: 'Asked for by {name}',
  progress: 'Export of {when}',
  ofTotal: '{processed} of {total}',
  expires: 'deleted on {date}',
  cancel: 'Cancel',
  cancelOne: 'Cancel the export of {when}',
  canceled: 'Export canceled',
  download: 'Download',
  downloadOne: 'Download the export of {when}',
} as const satisfies Translation<typeof dataExportsEs>;
