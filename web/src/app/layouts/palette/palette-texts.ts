import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { paletteEs } from './palette.es.ts';

export const paletteTexts = defineTexts(paletteEs, () =>
  import('./palette.en.ts').then((file) => file.paletteEn),
);
