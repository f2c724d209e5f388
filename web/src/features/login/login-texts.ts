import { defineTexts } from '../../platform/messages/define-texts.ts';
import { loginEs } from './login.es.ts';

export const loginTexts = defineTexts(loginEs, () => import('./login.en.ts').then((file) => file.loginEn));
