import { defineTexts } from '../../platform/messages/define-texts.ts';

/** Of its own: the bell is on every screen, and the other texts of notifications come with what it opens. */
export const bellEs = {
  label:
    '{count, plural, =0 {Notificaciones} one {Notificaciones, # sin leer} other {Notificaciones, # sin leer}}',
} as const;

export const bellTexts = defineTexts(bellEs, () => import('./bell.en.ts').then((file) => file.bellEn));
