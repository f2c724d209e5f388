import { AppError } from './errors.ts';

/** Seconds after which somebody who found the line full may ask again. */
const RETRY_SECONDS = '5';

/**
 * Does one piece of work of a kind at a time in this process and lets `waiting` more stand in line: what takes much
 * memory or processor time must not do so as often as somebody asks.
 * @throws server.unavailable (with Retry-After) where the line is full
 */
export function oneAtATime(waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let inLine = 0;
  return async (work) => {
    if (inLine > waiting)
      throw new AppError('server.unavailable', { headers: { 'retry-after': RETRY_SECONDS } });
    inLine += 1;
    const done = last.then(work).finally(() => (inLine -= 1));
    last = done.catch(() => undefined);
    return done;
  };
}
