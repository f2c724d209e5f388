import { defineTexts } from '../platform/messages/define-texts.ts';
import { sharedEs } from './shared.es.ts';

export const sharedTexts = defineTexts(sharedEs, () =>
  import('./shared.en.ts').then((file) => file.sharedEn),
);
