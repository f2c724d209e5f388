import type { Actor } from '../core/actor.ts';
import type { Platform } from '../process/platform.ts';
import { refuseFor } from '../limits/rate-limits.ts';

/** Costly calls of one person in a window: far more than screens make. */
export const COSTLY_CALLS = 300;
const WINDOW_MS = 60_000;
const FORGET_MS = 60_000;

/** Of each person, counted from the first of their calls. */
const windows = new Map<string, { ends: number; taken: number }>();
let forgetAt = 0;

/**
 * Counts a costly call of a person from a session. In the memory of this process alone: a statement for each would cost
 * as much as many of them do, and with several processes a person has as many times more. API keys have a limit of their
 * own, which all instances share.
 * @throws request.rate_limited
 */
export function countCostly({ config }: Pick<Platform, 'config'>, actor: Actor | null): void {
  if (!config.rateLimit || !actor || actor.api_key_id !== null) return;
  const now = performance.now();
  if (now >= forgetAt) forgetEnded(now);
  const last = windows.get(actor.profile_id);
  const window = last && now < last.ends ? last : { ends: now + WINDOW_MS, taken: 0 };
  window.taken += 1;
  windows.set(actor.profile_id, window);
  if (window.taken <= COSTLY_CALLS) return;
  throw refuseFor(Math.ceil((window.ends - now) / 1000), 'costly-calls');
}

function forgetEnded(now: number): void {
  for (const [person, { ends }] of windows) if (now >= ends) windows.delete(person);
  forgetAt = now + FORGET_MS;
}
