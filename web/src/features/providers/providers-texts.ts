import { defineTexts } from '../../platform/messages/define-texts.ts';
import { providersEs } from './providers.es.ts';

export const providersTexts = defineTexts(providersEs, () =>
  import('./providers.en.ts').then((file) => file.providersEn),
);
