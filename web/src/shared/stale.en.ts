import type { Translation } from '../platform/messages/translation.ts';
import type { staleEs } from './stale.es.ts';

export const staleEn = {
  title: 'Someone else saved changes while you were editing',
  field: 'Field',
  mine: 'Yours',
  stored: 'Saved',
  keepMine: 'Keep mine',
  takeStored: 'Use saved',
} as const satisfies Translation<typeof staleEs>;
