import { defineTexts } from '../../platform/messages/define-texts.ts';
import { dashboardEs } from './dashboard.es.ts';

export const dashboardTexts = defineTexts(dashboardEs, () =>
  import('./dashboard.en.ts').then((file) => file.dashboardEn),
);
