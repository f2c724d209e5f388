import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** Of its own: it comes with its card, which few people see; the profile has no room for what it does not show. */
export const signOnRequiredEs = {
  title: 'Entras con tu empresa',
  text: 'Tu empresa exige su inicio de sesión único. Una contraseña o la cuenta de otro proveedor no abren tu sesión, por eso aquí no se cambian ni se vinculan.',
  passkeys:
    'Tus claves de acceso sirven para demostrar que eres tú. Solo abren una sesión si tienes acceso de emergencia.',
} as const;

export const signOnRequiredTexts = defineTexts(signOnRequiredEs, () =>
  import('./sign-on-required.en.ts').then((file) => file.signOnRequiredEn),
);
