import type { Translation } from '../../platform/messages/translation.ts';
import type { transfersSharedEs } from './transfer-buttons.es.ts';

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
} as const satisfies Translation<typeof transfersSharedEs>;
