import { defineTexts } from '../../platform/messages/define-texts.ts';

export const transfersSharedEs = {
  export: 'Exportar',
  import: 'Importar',
  all: 'Tus importaciones y exportaciones',
  running: '{count} en marcha',
  started: 'Exportación en marcha',
  startedBody: 'Puedes seguir trabajando: te avisamos cuando el archivo esté listo.',
  progress: 'Ver progreso',
  ready: 'Exportación lista: {file}',
  readyBody:
    '{count, plural, =0 {Sin filas} one {# fila} other {# filas}}. El archivo se puede descargar durante 7 días.',
  download: 'Descargar',
  retry: 'Reintentar',
  failed: 'No se ha podido exportar',
} as const;

export const transfersSharedTexts = defineTexts(transfersSharedEs, () =>
  import('./transfer-buttons.en.ts').then((file) => file.transfersSharedEn),
);
