import { defineTexts } from '../../platform/messages/define-texts.ts';
import { usersEs } from './users.es.ts';

export const usersTexts = defineTexts(usersEs, () => import('./users.en.ts').then((file) => file.usersEn));
