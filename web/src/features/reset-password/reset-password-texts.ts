import { defineTexts } from '../../platform/messages/define-texts.ts';
import { resetPasswordEs } from './reset-password.es.ts';

export const resetPasswordTexts = defineTexts(resetPasswordEs, () =>
  import('./reset-password.en.ts').then((file) => file.resetPasswordEn),
);
