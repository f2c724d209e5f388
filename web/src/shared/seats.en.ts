import type { Translation } from '../platform/messages/translation.ts';
import type { seatsEs } from './seats.es.ts';

export const seatsEn = {
  of: '{used} of {max}',
  unlimited: '{used}, no limit',
} as const satisfies Translation<typeof seatsEs>;
