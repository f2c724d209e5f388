import type { Translation } from '../../../platform/messages/translation.ts';
import type { recordEs } from './record.es.ts';

export const recordEn: Translation<typeof recordEs> = {
  title: 'Record {number}',
  close: 'Close',
  loadFailed: 'Couldn’t load',
  none: '–',
  invoice: 'Invoice',
  recorded: 'Recorded',
  sent: 'Sent',
  answered: 'Answered',
  receipt: 'Receipt (CSV)',
  corrects: 'Corrects record',
  correctedBy: 'Corrected by record',
  written: 'As it was written',
  howTo:
    'If what’s wrong is on the invoice, issue a corrective invoice: nothing else is needed. If the invoice is right, correct the record.',
  correcting: {
    start: 'Correct',
    title: 'Correct record {number}?',
    body: 'A new record of the same invoice is written, with what the invoice says and {flags}. The earlier one stays as it is, and the new one can’t be removed.',
    confirm: 'Correct record',
    done: 'Record {number} written',
  },
};
