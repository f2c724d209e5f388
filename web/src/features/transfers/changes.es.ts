import { defineTexts } from '../../platform/messages/define-texts.ts';

export const changesEs = {
  title: 'Cambio en marcha',
  body: 'Puedes seguir trabajando: te avisamos cuando termine.',
  progress: 'Progreso',
  ofTotal: '{processed} de {total}',
  cancel: 'Cancelar',
  canceled: 'Cambio cancelado',
  canceledBody: 'No se ha cambiado nada.',
} as const;

export const changesTexts = defineTexts(changesEs, () =>
  import('./changes.en.ts').then((file) => file.changesEn),
);
