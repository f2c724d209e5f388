import type { Translation } from '../../platform/messages/translation.ts';
import type { dataExportsEs } from './data-exports.es.ts';

export const dataExportsEn = {
  title: 'Export data',
  description:
    'All of the company’s data in a ZIP file: users, invoices, tickets with their files, and the audit log, as CSV and JSON. Kept for 7 days.',
  begin: 'Export data',
  chooseCompany: 'Choose a company to export its data.',
  list: 'Exports',
  pages: 'Export pages',
  states: {
    queued: 'Waiting',
    running: 'Running',
    done: 'Ready',
    failed: 'Failed',
    canceled: 'Canceled',
  },
  internal: 'With internal notes',
  by: 'Requested by {name}',
  progress: 'Export from {when}',
  ofTotal: '{processed} of {total}',
  expires: 'deleted on {date}',
  cancel: 'Cancel',
  cancelOne: 'Cancel the export from {when}',
  canceled: 'Export canceled',
  download: 'Download',
  downloadOne: 'Download the export from {when}',
} as const satisfies Translation<typeof dataExportsEs>;
