import { defineTexts } from '../../platform/messages/define-texts.ts';

export const agesEs = {
  now: 'Hace menos de 1 hora',
  hours: '{count, plural, one {Hace 1 hora} other {Hace # horas}}',
  days: '{count, plural, one {Hace 1 día} other {Hace # días}}',
} as const;

export const agesTexts = defineTexts(agesEs, () => import('./ages.en.ts').then((file) => file.agesEn));
