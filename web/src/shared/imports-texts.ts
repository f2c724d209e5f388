import { defineTexts } from '../platform/messages/define-texts.ts';
import { importsEs } from './imports.es.ts';

export const importsTexts = defineTexts(importsEs, () =>
  import('./imports.en.ts').then((file) => file.importsEn),
);
