import { defineTexts } from '../platform/messages/define-texts.ts';
import { dialogsEs } from './dialogs.es.ts';

export const dialogsTexts = defineTexts(dialogsEs, () =>
  import('./dialogs.en.ts').then((file) => file.dialogsEn),
);
