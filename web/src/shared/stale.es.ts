import { defineTexts } from '../platform/messages/define-texts.ts';

export const staleEs = {
  title: 'Otra persona ha guardado cambios mientras editabas',
  field: 'Campo',
  mine: 'Lo tuyo',
  stored: 'Lo guardado',
  keepMine: 'Mantener lo mío',
  takeStored: 'Usar lo guardado',
} as const;

export const staleTexts = defineTexts(staleEs, () => import('./stale.en.ts').then((file) => file.staleEn));
