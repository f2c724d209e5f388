import { defineTexts } from '../platform/messages/define-texts.ts';

export const sharedEs = {
  language: { label: 'Idioma', es: 'Español', en: 'English' },
  password: {
    show: 'Mostrar contraseña',
    hide: 'Ocultar contraseña',
    strength: 'Seguridad de la contraseña',
    weak: 'Débil',
    fair: 'Aceptable',
    good: 'Buena',
    strong: 'Fuerte',
  },
} as const;

export const sharedTexts = defineTexts(sharedEs, () =>
  import('./shared.en.ts').then((file) => file.sharedEn),
);
