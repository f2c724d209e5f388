import { randomUUID } from 'node:crypto';
import { LIVE_ID } from '@atalaya/contract/live';
import type { LiveEvent } from './live-event.ts';

/** Events kept for those who connect again. */
const KEPT = 500;

export type LiveHistory = {
  /** The id of now: a client that has it has heard everything so far. */
  now(): string;
  /** Keeps an event; returns its id. */
  add(event: LiveEvent): string;
  /** What came after an id, oldest first; null where that cannot be known any more. */
  after(id: string): { id: string; event: LiveEvent }[] | null;
  /** Something was missed: what came before is no longer known. */
  forget(): void;
};

/**
 * The latest events of this process. An id is the process and an instant: a counter would tell strangers how much
 * happens in other organizations.
 */
export function keepHistory(): LiveHistory {
  const process_id = randomUUID().slice(0, 8);
  const kept: { at: number; event: LiveEvent }[] = [];
  let last = Date.now();
  let knownSince = last;
  const idOf = (at: number) => `${process_id}-${at}`;
  const tick = () => (last = Math.max(last, Date.now()));
  return {
    now: () => idOf(tick()),
    add: (event) => {
      last = Math.max(last + 1, Date.now());
      kept.push({ at: last, event });
      if (kept.length > KEPT) knownSince = kept.shift()?.at ?? last;
      return idOf(last);
    },
    after: (id) => {
      const [, owner, at] = LIVE_ID.exec(id) ?? [];
      if (owner !== process_id || Number(at) < knownSince) return null;
      return kept
        .filter((each) => each.at > Number(at))
        .map((each) => ({ id: idOf(each.at), event: each.event }));
    },
    forget: () => {
      kept.length = 0;
      // Ids that were given out before now are too old.
      knownSince = last = Math.max(last + 1, Date.now());
    },
  };
}
