import { defineTexts } from '../platform/messages/define-texts.ts';
import { appEs } from './app.es.ts';

export const appTexts = defineTexts(appEs, () => import('./app.en.ts').then((file) => file.appEn));
