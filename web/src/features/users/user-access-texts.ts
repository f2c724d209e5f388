import { defineTexts } from '../../platform/messages/define-texts.ts';
import { userAccessEs } from './user-access.es.ts';

export const userAccessTexts = defineTexts(userAccessEs, () =>
  import('./user-access.en.ts').then((file) => file.userAccessEn),
);
