import { ApiError } from './api-error.ts';

/**
 * Milliseconds without anything from the server, after which what was asked of it is given up. The server takes a
 * minute for a request that arrives slowly, and stops a statement after ten seconds: what comes later was lost.
 */
const SILENCE_MS = 75_000;

export type Silence = { heard: () => void; end: () => void };

/** Calls `onSilent` once that has passed since the start, or since something was last heard; never after its end. */
export function watchSilence(onSilent: () => void): Silence {
  let timer = setTimeout(onSilent, SILENCE_MS);
  return {
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilent, SILENCE_MS);
    },
    end: () => clearTimeout(timer),
  };
}

/**
 * Runs what asks the server, and gives it up where the server is silent.
 *
 * @param signal by which the caller gives up: what that throws is thrown on
 * @throws ApiError else: the connection broke off, or nothing came
 */
export async function untilSilent<T>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  const silent = new AbortController();
  const silence = watchSilence(() => silent.abort());
  try {
    return await run(signal ? AbortSignal.any([signal, silent.signal]) : silent.signal, silence.heard);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { code: silent.signal.aborted ? 'network.silent' : 'network.offline' });
  } finally {
    silence.end();
  }
}
