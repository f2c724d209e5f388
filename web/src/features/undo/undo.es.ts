import { defineTexts } from '../../platform/messages/define-texts.ts';

export const undoEs = {
  undo: 'Deshacer',
  undone: '{count, plural, one {Cambio deshecho} other {# cambios deshechos}}',
  some: '{undone, plural, one {# cambio deshecho} other {# cambios deshechos}}; {refused, plural, one {# no se ha podido deshacer} other {# no se han podido deshacer}}',
  begun: 'Deshaciendo los cambios',
  begunBody:
    '{count, plural, one {Queda #} other {Quedan #}}. Puedes seguir trabajando: te avisamos al terminar.',
  none: 'No se ha podido deshacer el cambio',
  retry: 'Reintentar',
  refusal: '{name}: {reason}',
} as const;

export const undoTexts = defineTexts(undoEs, () => import('./undo.en.ts').then((file) => file.undoEn));
