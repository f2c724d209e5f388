import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** Of each field for a password. */
export const passwordsEs = {
  rule: 'Al menos {min} caracteres. Una frase larga es lo más seguro.',
  strength: 'Seguridad de la contraseña',
  weak: 'Débil',
  fair: 'Aceptable',
  good: 'Buena',
  strong: 'Fuerte',
} as const;

export const passwordsTexts = defineTexts(passwordsEs, () =>
  import('./passwords.en.ts').then((file) => file.passwordsEn),
);
