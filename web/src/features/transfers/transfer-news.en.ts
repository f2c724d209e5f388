import type { Translation } from '../../platform/messages/translation.ts';
import type { transferNewsEs } from './transfer-news.es.ts';

export const transferNewsEn = {
  export: 'Export',
  import: 'Import',
  more: 'Export and import',
  all: 'Your imports and exports',
  running: '{count} in progress',
  started: 'Export in progress',
  startedBody: 'You can keep working. We’ll let you know when the file is ready.',
  progress: 'View progress',
  ready: 'Export ready: {file}',
  readyBody:
    '{count, plural, =0 {No rows} one {# row} other {# rows}}. The file can be downloaded for 7 days.',
  download: 'Download',
  retry: 'Try again',
  failed: 'Export failed',
  change: {
    title: 'Change in progress',
    body: 'You can keep working. We’ll let you know when it’s done.',
    progress: 'Progress',
    ofTotal: '{processed} of {total}',
    cancel: 'Cancel',
    canceled: 'Change canceled',
    canceledBody: 'Nothing was changed.',
  },
} as const satisfies Translation<typeof transferNewsEs>;
