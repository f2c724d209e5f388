import { defineTexts } from '../platform/messages/define-texts.ts';

export const sessionOverEs = {
  title: 'Tu sesión ha terminado',
  text: 'Lo que has escrito se conserva. Inicia sesión en otra pestaña y vuelve a esta para seguir donde estabas.',
  signIn: 'Iniciar sesión en otra pestaña',
  leave: 'Descartar y salir',
} as const;

export const sessionOverTexts = defineTexts(sessionOverEs, () =>
  import('./session-over.en.ts').then((file) => file.sessionOverEn),
);
