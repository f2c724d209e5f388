import { defineTexts } from '../../platform/messages/define-texts.ts';
import { apiKeysEs } from './api-keys.es.ts';

export const apiKeysTexts = defineTexts(apiKeysEs, () =>
  import('./api-keys.en.ts').then((file) => file.apiKeysEn),
);
