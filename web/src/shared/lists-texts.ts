import { defineTexts } from '../platform/messages/define-texts.ts';
import { listsEs } from './lists.es.ts';

export const listsTexts = defineTexts(listsEs, () => import('./lists.en.ts').then((file) => file.listsEn));
