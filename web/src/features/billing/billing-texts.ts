import { defineTexts } from '../../platform/messages/define-texts.ts';
import { billingEs } from './billing.es.ts';

export const billingTexts = defineTexts(billingEs, () =>
  import('./billing.en.ts').then((file) => file.billingEn),
);
