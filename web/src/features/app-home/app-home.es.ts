import { defineTexts } from '../../platform/messages/define-texts.ts';

export const appHomeEs = {
  title: 'Aplicación Principal',
  welcome: 'Bienvenido a la aplicación',
  admin: 'Ir a la administración',
  home: 'Volver al inicio',
} as const;

export const appHomeTexts = defineTexts(appHomeEs, () =>
  import('./app-home.en.ts').then((file) => file.appHomeEn),
);
