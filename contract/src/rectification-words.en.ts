import type { rectificationCodesEs } from './rectification-words.es.ts';

export const rectificationCodesEn: Record<keyof typeof rectificationCodesEs, string> = {
  R1: 'error of law, or article 80.1, 80.2 and 80.6 (discount, return or sale without effect)',
  R2: 'insolvency of the customer (article 80.3)',
  R3: 'bad debt (article 80.4)',
  R4: 'another reason',
  R5: 'simplified invoice',
};
