import { defineTexts } from '../platform/messages/define-texts.ts';
import { sessionOverEs } from './session-over.es.ts';

export const sessionOverTexts = defineTexts(sessionOverEs, () =>
  import('./session-over.en.ts').then((file) => file.sessionOverEn),
);
