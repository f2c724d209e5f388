import { defineTexts } from '../../platform/messages/define-texts.ts';
import { acceptEs } from './accept.es.ts';

export const acceptTexts = defineTexts(acceptEs, () =>
  import('./accept.en.ts').then((file) => file.acceptEn),
);
