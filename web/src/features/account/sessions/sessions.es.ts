import { defineTexts } from '../../../platform/messages/define-texts.ts';

export const sessionsEs = {
  label: 'Sesiones',
  none: 'Ninguna sesión abierta.',
  on: '{browser} en {system}',
  unknown: 'Dispositivo desconocido',
  current: 'Esta sesión',
  seen: 'Última actividad: {moment}',
  end: 'Cerrar',
  endOne: 'Cerrar la sesión de {name}',
} as const;

export const sessionsTexts = defineTexts(sessionsEs, () =>
  import('./sessions.en.ts').then((file) => file.sessionsEn),
);
