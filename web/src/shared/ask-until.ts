import { isApiError } from '../platform/api/api-error.ts';

const AGAIN_MS = 700;
const AGAIN_LAST_MS = 10_000;

/** No answer, or a server that is busy or down: of what goes on there it says nothing. */
const isPassing = (error: unknown) =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 502);

/** Asks again and again until it is over, more slowly where answers are lost. Throws what else is answered. */
export async function askUntil<T>(
  first: T,
  isOver: (answer: T) => boolean,
  ask: () => Promise<T>,
): Promise<T> {
  let now = first;
  let wait = AGAIN_MS;
  while (!isOver(now)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      now = await ask();
      wait = AGAIN_MS;
    } catch (error) {
      if (!isPassing(error)) throw error;
      wait = Math.min(wait * 2, AGAIN_LAST_MS);
    }
  }
  return now;
}
