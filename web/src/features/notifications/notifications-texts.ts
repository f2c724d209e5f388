import { defineTexts } from '../../platform/messages/define-texts.ts';
import { notificationsEs } from './notifications.es.ts';

export const notificationsTexts = defineTexts(notificationsEs, () =>
  import('./notifications.en.ts').then((file) => file.notificationsEn),
);
