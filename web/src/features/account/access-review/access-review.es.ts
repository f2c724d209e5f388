import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** After a reset of the password: the ways in, to be looked through. */
export const accessReviewEs = {
  title: 'Revisa quién puede entrar en tu cuenta',
  text: 'Restableciste tu contraseña el {date}. Se cerraron todas tus sesiones y terminaron tus navegadores de confianza y tus claves de API.',
  failedTitle: 'Formas de entrar en tu cuenta',
  loadFailed: 'No se han podido cargar las formas de entrar en tu cuenta.',
  ways: 'Estas formas de entrar se crearon en los 30 días anteriores, o después. Quita las que no sean tuyas.',
  list: 'Formas de entrar creadas hace poco',
  none: 'No se ha creado ninguna otra forma de entrar en los 30 días anteriores, ni después.',
  passkey: 'Clave de acceso «{name}»',
  provider: 'Cuenta de {provider}',
  providerOf: 'Cuenta de {provider} ({email})',
  app: 'Aplicación de verificación',
  api_key: 'Clave de API «{name}»',
  made: 'Creada el {moment}',
  madeWith: 'Creada el {moment} con {device}',
  madeFrom: 'Creada el {moment} con {device}, {ip}',
  drop: 'Quitar',
  dropOne: 'Quitar: {name}',
  dropTitle: '¿Quitar esta forma de entrar?',
  dropText: '{name}. Ya no se podrá entrar en tu cuenta con ella.',
  dropped: 'Ya no se puede entrar con ella',
  done: 'Ya lo he revisado',
} as const;

export const accessReviewTexts = defineTexts(accessReviewEs, () =>
  import('./access-review.en.ts').then((file) => file.accessReviewEn),
);
