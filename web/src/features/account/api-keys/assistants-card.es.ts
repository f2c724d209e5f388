import { defineTexts } from '../../../platform/messages/define-texts.ts';

/** Of its own: the screen of the consent shows keys’ scopes, and not this card. */
export const assistantsCardEs = {
  title: 'Asistentes conectados',
  description: 'Actúan en tu nombre, con lo que les permitiste.',
  of: 'Solo en {organization}.',
  ofAll: 'En todas las empresas.',
  none: 'No has conectado ninguno.',
  loading: 'Cargando los asistentes',
} as const;

export const assistantsCardTexts = defineTexts(assistantsCardEs, () =>
  import('./assistants-card.en.ts').then((file) => file.assistantsCardEn),
);
