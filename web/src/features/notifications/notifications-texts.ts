import { defineTexts } from '../../platform/messages/define-texts.ts';

/** Loaded with what first shows them: the bar at the top needs only the bell's own. */
export const notificationsTexts = defineTexts(
  () => import('./notifications.es.ts').then((file) => file.notificationsEs),
  () => import('./notifications.en.ts').then((file) => file.notificationsEn),
);
