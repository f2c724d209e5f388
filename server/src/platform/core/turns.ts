import { AppError } from './errors.ts';

/** Seconds after which a caller that found the queue full may ask again. */
export const RETRY_SECONDS = '5';

/** Pieces of work of a kind: how many are done at once in this process, how many wait, and how many are one person's. */
type Line = { atOnce: number; waiting: number; each?: number };

/**
 * Lets work of a kind take turns: what takes much memory or processor time must not do so once for each request at the same time.
 * @throws server.unavailable (with Retry-After) where the line is full, or holds as much of one person as it may
 */
export function takingTurns({ atOnce, waiting, each = Infinity }: Line) {
  const line: (() => void)[] = [];
  const ofPeople = new Map<string, number>();
  let running = 0;
  const leave = (person: string) => {
    const left = (ofPeople.get(person) ?? 1) - 1;
    if (left > 0) ofPeople.set(person, left);
    else ofPeople.delete(person);
    const next = line.shift();
    if (next) next();
    else running -= 1;
  };
  return async <T>(work: () => Promise<T>, person = ''): Promise<T> => {
    const own = ofPeople.get(person) ?? 0;
    if (running + line.length >= atOnce + waiting || own >= each)
      throw new AppError('server.unavailable', { headers: { 'retry-after': RETRY_SECONDS } });
    ofPeople.set(person, own + 1);
    if (running < atOnce) running += 1;
    // Whose turn ends hands it over.
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      leave(person);
    }
  };
}
