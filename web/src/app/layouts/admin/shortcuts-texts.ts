import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { shortcutsEs } from './shortcuts.es.ts';

export const shortcutsTexts = defineTexts(shortcutsEs, () =>
  import('./shortcuts.en.ts').then((file) => file.shortcutsEn),
);
