import type { Translation } from '../../platform/messages/translation.ts';
import type { transfersSharedEs } from './transfer-news.es.ts';

export const transfersSharedEn = {
  export: 'Export',
  import: 'Import',
  all: 'Your imports and exports',
  running: '{count} under way',
  started: 'Export under way',
  startedBody: 'You can go on working: we tell you when the file is ready.',
  progress: 'See progress',
  ready: 'Export ready: {file}',
  readyBody:
    '{count, plural, =0 {No rows} one {# row} other {# rows}}. The file can be downloaded for 7 days.',
  download: 'Download',
  retry: 'Try again',
  failed: 'The export has failed',
  change: {
    title: 'Change under way',
    body: 'You can go on working: we tell you when it is done.',
    progress: 'Progress',
    ofTotal: '{processed} of {total}',
    cancel: 'Cancel',
    canceled: 'Change canceled',
    canceledBody: 'Nothing was changed.',
  },
} as const satisfies Translation<typeof transfersSharedEs>;
