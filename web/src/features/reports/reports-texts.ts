import { defineTexts } from '../../platform/messages/define-texts.ts';
import { reportsEs } from './reports.es.ts';

export const reportsTexts = defineTexts(reportsEs, () =>
  import('./reports.en.ts').then((file) => file.reportsEn),
);
