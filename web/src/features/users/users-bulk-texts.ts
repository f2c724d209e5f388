import { defineTexts } from '../../platform/messages/define-texts.ts';
import { usersBulkEs } from './users-bulk.es.ts';

export const usersBulkTexts = defineTexts(usersBulkEs, () =>
  import('./users-bulk.en.ts').then((file) => file.usersBulkEn),
);
