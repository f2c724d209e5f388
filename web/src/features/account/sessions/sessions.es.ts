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
  own: {
    title: 'Sesiones activas',
    description: 'Dónde has iniciado sesión. Cierra las que no reconozcas.',
    endOthers: 'Cerrar las demás',
    confirmOthers: '¿Cerrar todas las demás sesiones?',
    othersConsequence: 'En los otros dispositivos habrá que volver a iniciar sesión.',
    othersEnded: 'Las demás sesiones se han cerrado',
    alsoBrowsers: 'También los navegadores de confianza',
    alsoBrowsersHint: 'En ellos volverá a pedirse el segundo paso.',
    alsoKeys: 'También las claves de API',
    alsoKeysHint: 'Los programas que las usan pierden el acceso. Se pueden recuperar durante 30 días.',
  },
  browsers: {
    title: 'Navegadores de confianza',
    description: 'En ellos no se pide el segundo paso al iniciar sesión. Quita los que no reconozcas.',
    none: 'No confías en ningún navegador.',
    current: 'Este navegador',
    since: 'De confianza desde el {date}',
    used: 'último uso: {moment}',
    unused: 'sin usar todavía',
    until: 'hasta el {date}',
    end: 'Quitar',
    endOne: 'Dejar de confiar en {name}',
    endAll: 'Quitar todos',
    confirmAll: '¿Dejar de confiar en todos los navegadores?',
    allConsequence: 'En todos ellos volverá a pedirse el segundo paso al iniciar sesión.',
    ended: 'Ya no confías en ningún navegador',
  },
} as const;

export const sessionsTexts = defineTexts(sessionsEs, () =>
  import('./sessions.en.ts').then((file) => file.sessionsEn),
);
