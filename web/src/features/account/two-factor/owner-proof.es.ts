import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** What is asked for before a change of how one's account is entered. */
export const ownerProofEs = {
  password: 'Contraseña actual',
  passwordMissing: 'Escribe tu contraseña actual',
  code: 'Código de la aplicación o de recuperación',
  codeMissing: 'Escribe el código',
  passkey: 'Al continuar, tu navegador te pedirá una clave de acceso.',
  usePasskey: 'Usar una clave de acceso',
  useCode: 'Usar un código',
  givenUp: 'No se ha usado ninguna clave de acceso.',
} as const;

export const ownerProofTexts = defineTexts(ownerProofEs, () =>
  import('./owner-proof.en.ts').then((file) => file.ownerProofEn),
);
