import { defineTexts } from '../../platform/messages/define-texts.ts';
import { settingsEs } from './settings.es.ts';

export const settingsTexts = defineTexts(settingsEs, () =>
  import('./settings.en.ts').then((file) => file.settingsEn),
);
