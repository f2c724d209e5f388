import { defineTexts } from '../../platform/messages/define-texts.ts';
import { ticketsEs } from './tickets.es.ts';

export const ticketsTexts = defineTexts(ticketsEs, () =>
  import('./tickets.en.ts').then((file) => file.ticketsEn),
);
