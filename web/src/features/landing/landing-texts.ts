import { defineTexts } from '../../platform/messages/define-texts.ts';
import { landingEs } from './landing.es.ts';

export const landingTexts = defineTexts(landingEs, () =>
  import('./landing.en.ts').then((file) => file.landingEn),
);
