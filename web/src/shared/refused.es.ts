import { defineTexts } from '../platform/messages/define-texts.ts';

export const refusedEs = {
  title: '{count, plural, one {# no se puede cambiar} other {# no se pueden cambiar}}',
  nothing: 'No se ha cambiado nada todavía.',
  row: '{name}: {reason}',
  more: '{count, plural, one {Y # más.} other {Y # más.}}',
  goOn: '{count, plural, one {Continuar con # restante} other {Continuar con las # restantes}}',
  leave: 'No cambiar nada',
  understood: 'Entendido',
} as const;

export const refusedTexts = defineTexts(refusedEs, () =>
  import('./refused.en.ts').then((file) => file.refusedEn),
);
