import { defineTexts } from '../../../platform/messages/define-texts.ts';
import { adminEs } from './admin.es.ts';

export const adminTexts = defineTexts(adminEs, () => import('./admin.en.ts').then((file) => file.adminEn));
