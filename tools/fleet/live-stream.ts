import { setTimeout as pause } from 'node:timers/promises';
import type { Member } from './people.ts';
import { until } from './processes.ts';

export type LiveStream = {
  /** Whether it has said this, since it was first opened. */
  heard: (word: string) => boolean;
  /** How often it was opened. */
  openings: () => number;
  /** Whether it is open now, and has said so. */
  isOpen: () => boolean;
  close: () => void;
};

/** As browsers do: what ends is asked for again after as long as the server says, what is refused after five seconds. */
const ENDED_MS = 2_000;
const REFUSED_MS = 5_000;

/** A stream of live events as a browser keeps it: it is opened again, by itself, until it is closed. */
export async function openStream(base: string, { cookie }: Pick<Member, 'cookie'>): Promise<LiveStream> {
  const aborter = new AbortController();
  const state = { text: '', last_id: '', openings: 0, isOpen: false };
  const hear = (chunk: string, from: number) => {
    state.text += chunk;
    const said = state.text.slice(from);
    state.last_id = [...said.matchAll(/^id: (.+)\n/gm)].at(-1)?.[1] ?? state.last_id;
    state.isOpen = /^event: ready$/m.test(said);
  };
  const once = async (): Promise<number> => {
    const headers = { cookie, ...(state.last_id ? { 'last-event-id': state.last_id } : {}) };
    const answer = await fetch(`${base}/api/live`, { headers, signal: aborter.signal });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      return REFUSED_MS;
    }
    state.openings++;
    const from = state.text.length;
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) hear(decoder.decode(chunk, { stream: true }), from);
    return ENDED_MS;
  };
  const hold = async () => {
    while (!aborter.signal.aborted) {
      const rest = await once().catch(() => ENDED_MS);
      state.isOpen = false;
      await pause(rest, undefined, { signal: aborter.signal }).catch(() => undefined);
    }
  };
  void hold();
  await until('a stream of live events is open', async () => state.isOpen);
  return {
    heard: (word) => state.text.includes(word),
    openings: () => state.openings,
    isOpen: () => state.isOpen,
    close: () => aborter.abort(),
  };
}
