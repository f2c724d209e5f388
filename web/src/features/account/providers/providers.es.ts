import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const providersEs = {
  title: 'Cuentas vinculadas',
  description: 'Con qué puedes iniciar sesión, además de tu contraseña.',
  list: 'Cuentas vinculadas',
  none: 'Este servidor no tiene configurado ningún otro proveedor.',
  loading: 'Cargando las cuentas vinculadas',
  notLinked: 'Sin vincular',
  linked: 'Vinculada el {date}',
  linkedAs: '{email} · vinculada el {date}',
  notConfigured: 'Este servidor ya no la admite para iniciar sesión.',
  link: 'Vincular',
  linkOne: 'Vincular {provider}',
  linkTitle: 'Vincular tu cuenta de {provider}',
  linkText: 'Te llevaremos a {provider} para que confirmes que es tuya.',
  go: 'Continuar',
  unlink: 'Desvincular',
  unlinkOne: 'Desvincular {provider}',
  lastWayIn: 'Es tu única forma de entrar: establece antes una contraseña o vincula otra cuenta.',
  confirmUnlink: '¿Desvincular tu cuenta de {provider}?',
  unlinkConsequence: 'Ya no podrás iniciar sesión con ella.',
  unlinked: 'Cuenta desvinculada',
  password: {
    name: 'Contraseña',
    missing: 'No tienes contraseña',
    set: 'Establecer contraseña',
    sent: 'Te hemos enviado un enlace para establecer tu contraseña',
  },
} as const;

export const providersTexts = defineTexts(providersEs, () =>
  import('./providers.en.ts').then((file) => file.providersEn),
);
