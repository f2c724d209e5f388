import { isApiError } from '../platform/api/api-error.ts';

const POLLING_MS = 700;
const POLLING_MS_MAX = 10_000;

/** No answer, or a server that is busy or down: of what goes on there it says nothing. */
const isTransient = (error: unknown) =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 502);

/** Polls until it is over, more slowly where answers are lost. Throws what else is answered. */
export async function pollUntil<T>(
  first: T,
  isOver: (answer: T) => boolean,
  ask: () => Promise<T>,
): Promise<T> {
  let now = first;
  let wait = POLLING_MS;
  while (!isOver(now)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      now = await ask();
      wait = POLLING_MS;
    } catch (error) {
      if (!isTransient(error)) throw error;
      wait = Math.min(wait * 2, POLLING_MS_MAX);
    }
  }
  return now;
}
