import { defineTexts } from '../../platform/messages/define-texts.ts';
import { plansEs } from './plans.es.ts';

export const plansTexts = defineTexts(plansEs, () => import('./plans.en.ts').then((file) => file.plansEn));
