import { defineTexts } from '../../platform/messages/define-texts.ts';
import { kitEs } from './kit.es.ts';

export const kitTexts = defineTexts(kitEs, () => import('./kit.en.ts').then((file) => file.kitEn));
