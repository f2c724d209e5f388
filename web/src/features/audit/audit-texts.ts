import { defineTexts } from '../../platform/messages/define-texts.ts';
import { auditEs } from './audit.es.ts';

export const auditTexts = defineTexts(auditEs, () => import('./audit.en.ts').then((file) => file.auditEn));
