import { defineTexts } from '../platform/messages/define-texts.ts';
import { transfersSharedEs } from './transfers.es.ts';

export const transfersSharedTexts = defineTexts(transfersSharedEs, () =>
  import('./transfers.en.ts').then((file) => file.transfersSharedEn),
);
