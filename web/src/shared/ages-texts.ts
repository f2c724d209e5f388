import { defineTexts } from '../platform/messages/define-texts.ts';
import { agesEs } from './ages.es.ts';

export const agesTexts = defineTexts(agesEs, () => import('./ages.en.ts').then((file) => file.agesEn));
