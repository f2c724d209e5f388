import { defineTexts } from '../../platform/messages/define-texts.ts';

/** What toasts and buttons of any screen say; the page of transfers has texts of its own. */
export const transferNewsEs = {
  export: 'Exportar',
  import: 'Importar',
  more: 'Exportar e importar',
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
  // Of a change of many objects that a job carries out.
  change: {
    title: 'Cambio en marcha',
    body: 'Puedes seguir trabajando: te avisamos cuando termine.',
    progress: 'Progreso',
    ofTotal: '{processed} de {total}',
    cancel: 'Cancelar',
    canceled: 'Cambio cancelado',
    canceledBody: 'No se ha cambiado nada.',
  },
} as const;

export const transferNewsTexts = defineTexts(transferNewsEs, () =>
  import('./transfer-news.en.ts').then((file) => file.transferNewsEn),
);
