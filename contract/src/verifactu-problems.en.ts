import type { verifactuProblemsEs } from './verifactu-problems.es.ts';

export const verifactuProblemsEn: Record<keyof typeof verifactuProblemsEs, string> = {
  form: 'doesn’t have the form of a record',
  changed: 'was changed after it was written',
  hash: 'its hash isn’t that of its content',
  moved: 'doesn’t follow the record before it',
  gap: 'records are missing before it',
  cut: 'the chain doesn’t end where it should: the last records are missing',
  unlike: 'doesn’t say what its row in the database says',
  missing: 'this invoice has no record',
};
