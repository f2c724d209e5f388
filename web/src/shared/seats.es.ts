import { defineTexts } from '../platform/messages/define-texts.ts';

export const seatsEs = {
  of: '{used} de {max}',
  unlimited: '{used}, sin límite',
} as const;

export const seatsTexts = defineTexts(seatsEs, () => import('./seats.en.ts').then((file) => file.seatsEn));
