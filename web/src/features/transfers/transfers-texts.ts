import { defineTexts } from '../../platform/messages/define-texts.ts';
import { transfersEs } from './transfers.es.ts';

export const transfersTexts = defineTexts(transfersEs, () =>
  import('./transfers.en.ts').then((file) => file.transfersEn),
);
