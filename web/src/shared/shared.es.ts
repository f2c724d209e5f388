import { defineTexts } from '../platform/messages/define-texts.ts';

export const sharedEs = {
  awaitsNetwork: 'Sin conexión. Lo que falta se cargará solo en cuanto vuelva.',
  request: 'Identificador de la petición: {id}',
  language: { label: 'Idioma', es: 'Español', en: 'English' },
  password: { show: 'Mostrar contraseña', hide: 'Ocultar contraseña' },
} as const;

export const sharedTexts = defineTexts(sharedEs, () =>
  import('./shared.en.ts').then((file) => file.sharedEn),
);
