import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { readOnlyEs } from './read-only.es.ts';

export const readOnlyTexts = defineTexts(readOnlyEs, () =>
  import('./read-only.en.ts').then((file) => file.readOnlyEn),
);
