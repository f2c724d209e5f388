import { verifactuSendingEn } from '@atalaya/contract/verifactu-sending.en';
import type { Translation } from '../../../platform/messages/translation.ts';
import type { sendingEs } from './sending.es.ts';

export const sendingEn: Translation<typeof sendingEs> = {
  title: 'Sending to the tax agency',
  on: 'In the order of the chain, each minute or when the agency lets it.',
  off: 'Nothing is sent: records are switched off.',
  waiting: 'Pending',
  rejected: 'Rejected',
  failures: 'Failed attempts in a row',
  lastSent: 'Last sent',
  next: 'Next',
  never: 'never',
  soon: 'in less than a minute',
  failing: 'Records aren’t being sent',
  failingSince: 'Records haven’t been sent since {at}',
  problems: verifactuSendingEn,
  send: 'Send now',
  asked: 'Sending now',
  onInvoice: 'Tax agency:',
  state: 'Status',
  allStates: 'All statuses',
  answer: 'Answer',
  states: {
    pending: 'Pending',
    sent: 'Sent',
    accepted: 'Accepted',
    accepted_with_errors: 'Accepted with errors',
    rejected: 'Rejected',
  },
};
