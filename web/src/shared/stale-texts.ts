import { defineTexts } from '../platform/messages/define-texts.ts';
import { staleEs } from './stale.es.ts';

export const staleTexts = defineTexts(staleEs, () => import('./stale.en.ts').then((file) => file.staleEn));
