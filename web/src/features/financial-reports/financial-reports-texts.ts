import { defineTexts } from '../../platform/messages/define-texts.ts';
import { financialReportsEs } from './financial-reports.es.ts';

export const financialReportsTexts = defineTexts(financialReportsEs, () =>
  import('./financial-reports.en.ts').then((file) => file.financialReportsEn),
);
