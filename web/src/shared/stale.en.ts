import type { Translation } from '../platform/messages/translation.ts';
import type { staleEs } from './stale.es.ts';

export const staleEn = {
  title: 'Somebody else has saved changes while you were editing',
  field: 'Field',
  mine: 'Yours',
  stored: 'What is stored',
  keepMine: 'Keep mine',
  takeStored: 'Use what is stored',
} as const satisfies Translation<typeof staleEs>;
