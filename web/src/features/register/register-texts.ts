import { defineTexts } from '../../platform/messages/define-texts.ts';
import { registerEs } from './register.es.ts';

export const registerTexts = defineTexts(registerEs, () =>
  import('./register.en.ts').then((file) => file.registerEn),
);
