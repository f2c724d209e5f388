import { defineTexts } from '../platform/messages/define-texts.ts';
import { narrowedEs } from './narrowed.es.ts';

export const narrowedTexts = defineTexts(narrowedEs, () =>
  import('./narrowed.en.ts').then((file) => file.narrowedEn),
);
