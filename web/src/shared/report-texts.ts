import { defineTexts } from '../platform/messages/define-texts.ts';
import { reportEs } from './report.es.ts';

export const reportTexts = defineTexts(reportEs, () =>
  import('./report.en.ts').then((file) => file.reportEn),
);
