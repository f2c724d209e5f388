import { defineTexts } from '../../platform/messages/define-texts.ts';
import { companiesEs } from './companies.es.ts';

export const companiesTexts = defineTexts(companiesEs, () =>
  import('./companies.en.ts').then((file) => file.companiesEn),
);
