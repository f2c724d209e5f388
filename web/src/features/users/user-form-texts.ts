import { defineTexts } from '../../platform/messages/define-texts.ts';
import { userFormEs } from './user-form.es.ts';

export const userFormTexts = defineTexts(userFormEs, () =>
  import('./user-form.en.ts').then((file) => file.userFormEn),
);
