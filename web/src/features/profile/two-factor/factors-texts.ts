import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { factorsEs } from './factors.es.ts';

export const factorsTexts = defineTexts(factorsEs, () =>
  import('./factors.en.ts').then((file) => file.factorsEn),
);
