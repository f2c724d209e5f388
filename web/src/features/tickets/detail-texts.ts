import { defineTexts } from '../../platform/messages/define-texts.ts';
import { detailEs } from './detail.es.ts';

/** The texts of the dialogs, which arrive with the first of them. */
export const detailTexts = defineTexts(detailEs, () =>
  import('./detail.en.ts').then((file) => file.detailEn),
);
